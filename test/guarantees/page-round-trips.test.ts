import { expect, test } from 'vitest';
import { anOwner, type Owned } from '../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../support/cabinet/page-cases.ts';
import { signedIn } from '../support/cabinet/signed-in.ts';
import { type Visitor, visitorOf } from '../support/cabinet/visitor.ts';
import { peopleOf } from '../support/contract/people.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
let owned: Owned;
let readers: Readonly<Record<'owner' | 'STAFF', Visitor>>;
ownMarket(async (ready) => {
  own = ready;
  const { market, stack } = own;
  owned = await anOwner(market, stack);
  readers = {
    owner: await signedIn(stack.baseUrl, owned.person),
    STAFF: await visitorOf(market, stack.baseUrl, await market.aUser(['STAFF'])),
  };
  await own.control.untilQueuesAreEmpty();
  // The calls of a job that becomes due meanwhile must not be counted.
  await own.control.queues('hold');
});

/** Longer than an isolate trusts a session and its user. */
const trustIsOverMs = 2_000;

test.each(Object.entries(pageCases).filter(([, { isFile }]) => !isFile))(
  '%s makes at most three calls of Postgres, with that for the session',
  async (pattern, pageCase) => {
    const reader = readers[pageCase.roles?.includes('STAFF') ? 'STAFF' : 'owner'];
    const path = pathOf(pattern, pageCase, owned);
    await reader.get(path);
    expect(await callsOf(reader, path, 200)).toBeLessThanOrEqual(3);
  },
);

test('a page of a suspended person makes at most three calls of Postgres', async () => {
  const staff = await peopleOf(own.stack.baseUrl, own.market).aPerson({ roles: ['STAFF'] });
  await staff.twin.put(`/staff/users/${owned.ids.user}/suspension`, { suspended: true, reason: 'A complaint' });
  expect(await callsOf(readers.owner, '/cabinet', 403)).toBeLessThanOrEqual(3);
});

/** The calls of Postgres of a page, when no isolate trusts its reader any more. */
async function callsOf(reader: Visitor, path: string, status: number): Promise<number> {
  await own.control.moveOn(trustIsOverMs);
  await own.control.untilNothingIsDeferred();
  await own.control.resetCounts();
  expect((await reader.get(path)).status).toBe(status);
  return (await own.control.counts()).neon;
}
