import { expect, test } from 'vitest';
import { authRoutes } from '../../../functions/identity/account/auth-routes.ts';
import { builtDocument } from '../openapi/built-document.ts';

test('the document lists exactly the sign-in routes that are served', () => {
  const { paths } = builtDocument() as { readonly paths: Readonly<Record<string, object>> };
  const documented = Object.entries(paths).filter(([path]) => path.startsWith('/api/auth/'));
  const named = documented.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  const served = authRoutes.routes.map(
    ({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(named.sort()).toEqual(served.sort());
});
