import { afterEach, expect, test } from 'vitest';
import { assignmentsOf } from '../../../support/market/assignments.ts';
import type { Market } from '../../../support/market/market.ts';
import { messagesOf } from '../../../support/market/messages.ts';
import { ownMarket } from '../../../support/stack/own-market.ts';

let market: Market;
let assignments: ReturnType<typeof assignmentsOf>;
let messages: ReturnType<typeof messagesOf>;
ownMarket(({ stack, market: own }) => {
  market = own;
  assignments = assignmentsOf(market, stack.baseUrl);
  messages = messagesOf(market, stack);
});
afterEach(() => market.expectSoundLedger());

const subjects = async (userId: number) => (await messages.mailsTo(userId)).map(({ subject }) => subject);

test('the decision on a proposal is sent once to the party that did not decide, and an agreed end by the email about the end', async () => {
  const work = await assignments.assignmentIn('ACCEPTED');
  const opened = async (side: 'advertiser' | 'creator', action: 'change-proposals' | 'cancel' = 'change-proposals') =>
    (await assignments.must(assignments.act(work, work[side].api, action))).body.data.openProposal;
  const decide = (side: 'advertiser' | 'creator', id: number, decision: string) =>
    assignments.must(
      assignments.seenBy(work[side].api, work).then(({ version }) =>
        work[side].api.post(`${assignments.pathOf(work)}/change-proposals/${id}/${decision}`, {
          expectedVersion: version,
        }),
      ),
    );
  await decide('advertiser', (await opened('creator')).id, 'decline');
  await decide('creator', (await opened('creator')).id, 'withdraw');
  const { id, dueAt } = await opened('advertiser');
  await decide('creator', id, 'accept');
  await decide('creator', (await opened('advertiser', 'cancel')).id, 'accept');
  await messages.allIsSent();
  const name = `assignment ${work.id}`;
  const notifications = async (userId: number) =>
    (await subjects(userId)).map((subject) => subject.replace('Castline: ', '')).sort();
  expect(await notifications(work.advertiser.id)).toEqual(
    [
      ...[`the creator has accepted ${name}`, `new deadline for ${name}`, `${name} is cancelled`],
      ...[`a new deadline proposed for ${name}`, `a new deadline proposed for ${name}`],
      `a proposal for ${name} was withdrawn`,
    ].sort(),
  );
  expect(await notifications(work.creator.id)).toEqual(
    [
      ...[`new order for you, ${name}`, `your proposal for ${name} was declined`],
      ...[`a new deadline proposed for ${name}`, `a proposal to cancel ${name}`],
    ].sort(),
  );
  const agreed = (await messages.mailsTo(work.advertiser.id)).find(({ subject }) => subject.includes(': new deadline'));
  expect(agreed?.text).toContain(`is now due at ${new Date(dueAt).toUTCString().replace(/:\d\d GMT$/, ' UTC')}.`);
});

test('a statement in a dispute is sent to the other party alone, without its text', async () => {
  const work = await assignments.assignmentIn('DISPUTED');
  const text = 'The can is on the table.';
  await assignments.must(assignments.act(work, work.creator.api, 'statements', { text }));
  await messages.allIsSent();
  const subject = `Castline: a statement about assignment ${work.id}`;
  const sent = (await messages.mailsTo(work.advertiser.id)).filter((mail) => mail.subject === subject);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain(`The creator has added a statement to the dispute about assignment ${work.id}.`);
  expect(sent[0]?.text).not.toContain(text);
  expect(await subjects(work.creator.id)).not.toContain(subject);
});
