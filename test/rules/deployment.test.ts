import { expect, test } from 'vitest';
import { ofThisDeployment } from '../../functions/web/ui/deployment.ts';

test('answers rendered by one deployment are hidden from others, and from all when none is named', () => {
  const [one, other, unnamed] = [{ VERSION: { id: 'a' } }, { VERSION: { id: 'b' } }, {}].map((bindings) =>
    ofThisDeployment('html:page', bindings),
  );
  expect(one?.key).not.toBe(other?.key);
  expect([one?.isShared, unnamed?.isShared]).toEqual([true, false]);
});
