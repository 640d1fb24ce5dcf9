import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { creditsOf } from '../../support/credits.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { nativeChannelsOf } from '../../support/market/native-channels.ts';
import { aVideo } from '../../support/market/posts.ts';
import { scansOf } from '../../support/market/scans.ts';
import { simulatorOf } from '../../support/simulator.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
ownMarket((started) => {
  own = started;
});

/** Announced videos, and below them some that are public with 100 views each. */
async function announce(handle: string, announced: number, published: number): Promise<void> {
  const now = (await own.control.now()).getTime();
  const posts = Array.from({ length: announced + published }, (_, n) => {
    const state = n < announced ? ('UPCOMING' as const) : ('PUBLIC' as const);
    const publishedAt = new Date(now - (n + 1) * 60_000).toISOString();
    const film = { media: 'VIDEO', durationSeconds: 60, views: 100, state } as const;
    return { ...aVideo(`${handle.slice(-6)}${String(n).padStart(5, '0')}`), publishedAt, ...film };
  });
  await simulatorOf(own.stack.socialUrl).change(handle, { posts, fails: 'no-image' });
}

test.each([
  ['one page', 50],
  ['two pages and a half', 120],
])(
  'the published videos of a channel with %s of announced ones on top are listed and scanned',
  async (_, announced) => {
    const { anOwner, aFactory, add } = factoriesOf(own.stack.baseUrl);
    const scans = scansOf(own);
    const owner = await anOwner();
    await creditsOf(own.market).addCredits(owner.userId, 100);
    const factory = await aFactory(owner);
    const handle = `soon-${randomBytes(4).toString('hex')}`;
    await announce(handle, announced, 3);
    dataOf(await add(owner, factory, { handle }), 201);
    // A message for each page, and one for the scan.
    for (let turn = 0; turn < 4; turn += 1) await scans.everyMinute();
    expect(dataOf(await owner.keyed.get(`/factories/${factory.id}/summary`))).toMatchObject({
      publications: 3,
      views: 300,
    });
    expect(await scans.debitsOf(owner)).toEqual([3]);
  },
);

test('the average views of a channel with a page of announced videos on top are those of its latest published ones', async () => {
  const { market, stack, control } = own;
  const channels = nativeChannelsOf(market, clientOf(stack.baseUrl, null, '/api/v1'), control);
  const channel = await channels.aNativeChannel();
  await announce(channel.handle, 50, 6);
  await channels.makeDue(channel);
  await control.run('take-due-platform-work');
  expect(await channels.shownOf(channel)).toMatchObject({ value: 100, sampleSize: 5 });
});
