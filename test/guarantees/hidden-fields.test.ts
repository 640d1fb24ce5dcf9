import { expect, test } from 'vitest';
import { type HideableField, hideableFields } from '../../schema/factories/factory-terms.ts';
import { worldsOf } from '../support/factories/worlds.ts';
import { fc, fuzzSeed } from '../support/fast-check.ts';
import { shareLinksOf } from '../support/market/share-links.ts';
import { sample } from '../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because the answers must not change for another reason.
ownMarket((made) => {
  own = made;
});

const numbers = fc.sample(fc.noBias(fc.integer({ min: 0, max: 99_999 })), { seed: fuzzSeed, numRuns: 5_000 });
let drawn = 0;
const random = () => (numbers[drawn++ % numbers.length] ?? 0) / 100_000;

/** All 128 sets of fields. */
const sets = Array.from({ length: 2 ** hideableFields.length }, (_, set) =>
  hideableFields.filter((_field, index) => (set & (1 << index)) !== 0),
);

/** Other values of what is hidden, where there are any. An engagement rate is computed from the last complete measurement. */
const otherValues: Readonly<Partial<Record<HideableField, readonly string[]>>> = {
  views: ['views = views * 3 + 7', 'complete_views = complete_views * 2 + 5'],
  likes: ['likes = likes * 3 + 7', 'complete_reactions = complete_reactions * 2 + 5'],
  comments: ['comments = comments * 5 + 1', 'complete_reactions = complete_reactions * 3 + 1'],
  saves: ['saves = saves + 11'],
  er: ['complete_views = complete_views * 3 + 2', 'complete_reactions = complete_reactions + 4'],
};
const earlier = (columns: readonly string[]) => columns.map((at) => `${at} = ${at} - interval '1 millisecond'`);
const times = ['views_at', 'likes_at', 'comments_at', 'saves_at', 'complete_at'];

async function changeHidden(factoryId: number, hidden: readonly HideableField[]): Promise<void> {
  const run = async (table: string, changes: readonly string[]) => {
    const isOwn = `account_id in (select id from factory_accounts where factory_id = ${factoryId})`;
    for (const change of changes) await own.market.pool.query(`update ${table} set ${change} where ${isOwn}`);
  };
  for (const field of hidden)
    for (const table of ['factory_posts', 'factory_post_days', 'factory_account_days'])
      await run(table, otherValues[field] ?? []);
  if (!hidden.includes('lastScanned')) return;
  await run('factory_posts', earlier([...times, 'last_scanned_at']));
  await run('factory_post_days', earlier([...times, 'taken_at']));
  await run('factory_account_days', earlier(['taken_at']));
  await own.market.pool.query(
    `update factory_accounts set last_scanned_at = last_scanned_at - interval '1 second', due_at = due_at + interval '1 second' where factory_id = $1`,
    [factoryId],
  );
}

test('other values of what a report hides change no byte of its JSON, its page and its files, whatever set of fields it hides', async () => {
  const { aWorld } = worldsOf(own, random);
  const { owner, factoryId } = await aWorld(new Date());
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { secret, path } = await share(owner, factoryId);
  const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  for (const hidden of sample(sets, 24)) {
    await own.market.pool.query('update factories set hidden_fields = $2 where id = $1', [factoryId, hidden]);
    const places = [
      path,
      `${path}?from=${day}&limit=3&search=ap`,
      `/reports/${secret}`,
      `${path}/export?of=accounts`,
      ...(hidden.includes('posts') ? [] : [`${path}/export?of=posts`]),
    ];
    const answers = () => Promise.all(places.map(async (place) => (await read(place)).text()));
    const before = await answers();
    expect(before.every((text) => text.length > 40)).toBe(true);
    await changeHidden(factoryId, hidden);
    expect(await answers(), hidden.join()).toEqual(before);
  }
});

test('other values of what a report shows change its JSON, its page and its files', async () => {
  const { aWorld } = worldsOf(own, random);
  const { owner, factoryId } = await aWorld(new Date());
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { secret, path } = await share(owner, factoryId);
  const places = [path, `/reports/${secret}`, `${path}/export?of=accounts`, `${path}/export?of=posts`];
  const answers = () => Promise.all(places.map(async (place) => (await read(place)).text()));
  const before = await answers();
  await changeHidden(factoryId, ['views']);
  const after = await answers();
  for (const [index, text] of after.entries()) expect(text, places[index]).not.toBe(before[index]);
});
