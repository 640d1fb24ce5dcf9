import { expect, test } from 'vitest';
import { aLink, clicksOf } from '../../support/market/tracking-links.ts';
import { depth } from '../../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket(
  (started) => {
    own = started;
  },
  { vars: { RATE_LIMIT_SCALE: '1' } },
);

test('many visitors with one IP address can follow a link, and a client that guesses codes is refused', async () => {
  const clicks = clicksOf(own);
  const { link, campaign, advertiser } = await clicks.aLinkedCampaign();
  const unknownHere = await aLink(advertiser, campaign);
  const followed = await Promise.all(Array.from({ length: depth(130, 200) }, () => clicks.visit(link)));
  expect(new Set(followed.map(({ status }) => status))).toEqual(new Set([302]));
  // Guesses are counted after their answers, and not while Redis is too slow.
  const guess = async (): Promise<number[]> => {
    const codes = Array.from({ length: 130 }, (_, n) => ({ code: `guess${String(n).padStart(5, '0')}` }));
    const replies = await Promise.all(codes.map((code) => clicks.visit(code)));
    await own.control.untilNothingIsDeferred();
    return [...new Set(replies.map(({ status }) => status))];
  };
  expect(await guess()).toContain(404);
  await expect.poll(guess, { timeout: 120_000 }).toEqual([429]);
  const refused = await clicks.visit(unknownHere);
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await clicks.visit(link)).status).toBe(302);
  expect((await clicks.visit(unknownHere, { address: '198.51.100.1' })).status).toBe(302);
});
