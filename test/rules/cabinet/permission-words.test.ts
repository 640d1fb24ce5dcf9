import { expect, test } from 'vitest';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import { permissionWords } from '../../../functions/web/cabinet/creator/accounts/permission-words.ts';

const scopes = Object.values(oauthTerms).flatMap((terms) => terms.scopes);

test.each(scopes)('the scope %s has words that people understand', (scope) => {
  expect(permissionWords(scope)).toMatch(/^[a-z]+( [a-z,]+)+$/);
});

test('a scope that the service does not know keeps its name', () => {
  for (const scope of ['video.upload', 'constructor']) expect(permissionWords(scope)).toBe(scope);
});
