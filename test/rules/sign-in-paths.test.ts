import { expect, test } from 'vitest';
import { authPaths } from '../../functions/account/auth-routes.ts';
import { operations } from '../../functions/operations.ts';
import { buildDocument } from '../../scripts/openapi/document.ts';

test('the document has the sign-in routes that are served, and no others', () => {
  const { paths = {} } = buildDocument(operations, '1.0.0');
  const documented = Object.entries(paths).filter(([path]) => path.startsWith('/api/auth/'));
  const named = documented.flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method} ${path}`),
  );
  const served = authPaths.flatMap(({ path, methods }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method.toLowerCase()} ${path}`),
  );
  expect(named.sort()).toEqual(served.sort());
});
