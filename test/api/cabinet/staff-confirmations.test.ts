import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Visitor, visitorOf } from '../../support/cabinet/visitor.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { anInstagramPost } from '../../support/market/instagram-posts.ts';
import { marketOf } from '../../support/market/market.ts';
import { ownershipOf } from '../../support/market/ownership.ts';
import { anUploadedSession } from '../../support/market/recordings.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const { anOwner, aChannel } = ownershipOf({ market, baseUrl });
const { assignmentIn } = assignmentsOf(market, baseUrl);
afterAll(() => market.close());

let staff: Visitor;
beforeAll(async () => {
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
});

const ownershipIn = async (ownership: 'PENDING_REVIEW' | 'VERIFIED') =>
  `ownership/${(await aChannel((await anOwner()).id, { ownership })).id}`;

const pages: readonly (readonly [page: string, path: () => Promise<string>, buttons: number])[] = [
  ['a dispute', async () => `disputes/${(await assignmentIn('DISPUTED')).id}`, 3],
  ['a proof to review', () => ownershipIn('PENDING_REVIEW'), 3],
  ['a proven channel', () => ownershipIn('VERIFIED'), 2],
  [
    'a recording',
    async () => {
      const { id } = await market.aCreator();
      return `recordings/${await anUploadedSession(market, await sellersOf(market).anAccount(id))}`;
    },
    2,
  ],
  ['a user', async () => `users/${await market.aUser(['CREATOR'])}`, 2],
  ['an account', async () => `accounts/${await sellersOf(market).anAccount((await market.aCreator()).id)}`, 1],
  ['a post', async () => `posts/${(await anInstagramPost(market, baseUrl)).id}`, 1],
  ['the features', async () => 'controls', 1],
];

/** The words of the buttons that send a form, without those that change its rows or read the page again. */
const deciding = (html: string): string[] =>
  [...html.matchAll(/<button\b([^>]*)>([^<]*)<\/button>/g)].flatMap(([, marks = '', words = '']) =>
    marks.includes('type="submit"') && !marks.includes('name="rows"') ? [words] : [],
  );

test.each(pages)(
  'every decision of staff on %s needs a confirmation, and no confirmation is open at first',
  async (_, path, buttons) => {
    const { html } = await staff.get(`/cabinet/staff/${await path()}`);
    const main = html.slice(html.indexOf('<main'));
    const confirmations = [...main.matchAll(/<details class="confirm[^"]*"([^>]*)>(.*?)<\/details>/gs)];
    expect(confirmations.map(([, marks]) => marks)).toEqual(confirmations.map(() => ''));
    expect(confirmations.flatMap(([, , inner = '']) => deciding(inner))).toHaveLength(buttons);
    const rest = confirmations.reduce((left, [confirmation]) => left.replace(confirmation, ''), main);
    expect(deciding(rest).filter((words) => words !== 'Show the amounts')).toEqual([]);
  },
);
