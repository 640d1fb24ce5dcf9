import { expect, test } from 'vitest';
import { controlOf } from '../support/control.ts';
import { ownMarket } from '../support/own-market.ts';
import { anAddress, aPerson, callAuth } from '../support/people.ts';
import { beginRequest } from '../support/slow-request.ts';

let baseUrl: string;
let control: ReturnType<typeof controlOf>;
ownMarket(async ({ stack }) => {
  ({ baseUrl } = stack);
  control = controlOf(stack.controlUrl);
  await control.holdClock(true);
});

test('sign-ins whose bodies do not arrive refuse nobody else a sign-in', async () => {
  const { email, password } = await aPerson(baseUrl, { scopes: [] });
  const signIn = { email: anAddress(), password };
  const slow = await Promise.all(
    Array.from({ length: 20 }, () => beginRequest(`${baseUrl}/api/auth/sign-in/email`, signIn)),
  );
  // A hash waits for pauses, which only a running clock ends.
  await control.holdClock(false);
  const { status } = await callAuth(baseUrl, '/sign-in/email', { body: { email, password } });
  await control.holdClock(true);
  for (const { leave } of slow) leave();
  expect(status).toBe(200);
});
