import { expect, test } from 'vitest';
import { ownPath } from '../../../schema/shared/own-path.ts';

test.each(['/cabinet/orders?status=DRAFT', '/reports/abc', '/'])('%s is a path of this origin', (given) => {
  expect(ownPath(given)).toBe(given === '/' ? '/cabinet' : given);
});

test.each([
  ...[
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    '/sign-out',
    '/a/../sign-out?x',
    '/api/auth/sign-out',
  ],
  ...['/.//evil.example/x', '/x/..//evil.example', '/%2e//evil.example', '/./\\evil.example', '/a/../\\/evil.example'],
])('%s leads to the cabinet', (given) => {
  expect(ownPath(given)).toBe('/cabinet');
});
