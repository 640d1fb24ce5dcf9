import { expect, test } from 'vitest';
import { formsOfPages } from '../../support/cabinet/page-forms.ts';

test('a form that creates something is done once for its key, also if its operation takes no Idempotency-Key', async () => {
  const forms = await formsOfPages();
  expect(forms.length).toBeGreaterThan(100);
  const repeatable = forms.filter(
    ({ definition: { operation, isOnce } }) =>
      operation.success === 201 && operation.idempotency === 'none' && isOnce !== true,
  );
  expect(repeatable.map(({ page, name }) => `${name} of ${page}`)).toEqual([]);
});
