import { expect, test } from 'vitest';
import { onceForms } from '../../support/cabinet/once-forms.ts';
import { formsOfPages } from '../../support/cabinet/page-forms.ts';

/** A second run of these finds nothing to do. */
const convergent = new Set(['EnableWebhookEndpoint', 'RefreshAvatar']);

test('resending a form with the same form key repeats nothing, even if its operation takes no Idempotency-Key', async () => {
  const forms = await formsOfPages();
  expect(forms.length).toBeGreaterThan(100);
  const repeatable = forms.filter(
    ({ definition: { operation, isOnce } }) =>
      operation.method === 'post' &&
      operation.idempotency === 'none' &&
      isOnce !== true &&
      !convergent.has(operation.name),
  );
  expect(repeatable.map(({ page, name }) => `${name} of ${page}`)).toEqual([]);
});

test('each operation of a form that is done once is tested with lost answers and outages', async () => {
  const once = (await formsOfPages()).filter(({ definition }) => definition.isOnce === true);
  const operations = new Set(once.map(({ definition }) => definition.operation.name));
  expect([...operations].sort()).toEqual(
    Object.values(onceForms)
      .map(({ operation }) => operation)
      .sort(),
  );
});
