import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formIn } from '../../support/cabinet/form-in.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { aPerson } from '../../support/market/people.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((ready) => {
  own = ready;
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const newCampaign = '/cabinet/campaigns/new';
const sentCookie = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().some((cookie) => cookie.startsWith('castline.session_token='));

async function aVisitor() {
  const person = await aPerson(own.stack.baseUrl, { roles: ['ADVERTISER'] });
  return { person, visitor: await signedIn(own.stack.baseUrl, person) };
}

test('a session in use is extended once a day, and ends a week after its last extension', async () => {
  const { visitor } = await aVisitor();
  await own.control.moveOn(dayMs - hourMs);
  expect(sentCookie(await visitor.get('/cabinet'))).toBe(false);
  await own.control.moveOn(2 * hourMs);
  expect(sentCookie(await visitor.get('/cabinet'))).toBe(true);
  expect(sentCookie(await visitor.get('/cabinet'))).toBe(false);
  // It would have ended an hour ago without the extension.
  await own.control.moveOn(6 * dayMs);
  expect((await visitor.get('/cabinet')).status).toBe(200);
  await own.control.moveOn(7 * dayMs + hourMs);
  const ended = await visitor.get('/cabinet');
  expect([ended.status, ended.headers.get('location')]).toEqual([303, '/sign-in?returnTo=%2Fcabinet']);
});

test('a form of a session that has ended meanwhile keeps what was typed, and has one effect after a sign-in', async () => {
  const { person, visitor } = await aVisitor();
  const title = `Tea ${randomUUID()}`;
  const typed = filled(formIn((await visitor.get(newCampaign)).html, 'create'), {
    ...{
      title,
      brief: 'One line.\r\n"Another" <line>.',
      platforms: ['', 'YOUTUBE', 'TWITCH'],
      budgetCents: '1,000.50',
    },
    ...{ 'payment.model': 'FIXED', 'payment.rewardCents': '12.50', 'requirements.hashtags': 'tea, summer' },
  });
  await own.control.moveOn(8 * dayMs);
  const refused = await visitor.post(newCampaign, typed);
  expect(refused.status).toBe(401);
  expect(wordsOf(refused.html)).toContain('nothing that you typed is lost');
  expect(refused.html).toContain('href="/sign-in?returnTo=%2Fcabinet%2Fcampaigns%2Fnew"');
  const kept = formIn(refused.html, 'create');
  expect([...kept].sort()).toEqual([...typed].sort());

  const again = await signedIn(own.stack.baseUrl, person);
  const both = await Promise.all([again.post(newCampaign, kept), again.post(newCampaign, kept)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  expect(both[0]?.headers.get('location')).toBe(both[1]?.headers.get('location'));
  const { count } = await own.market.one('select count(*)::int from campaigns where title = $1', [title]);
  expect(count).toBe(1);
});
