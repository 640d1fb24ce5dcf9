import { expect, test } from 'vitest';
import { type HideableField, hideableFields } from '../../schema/factories/factory-terms.ts';
import { type FactoryWorld, worldsOf } from '../support/factories/worlds.ts';
import { fc, fuzzSeed } from '../support/fast-check.ts';
import { shareLinksOf } from '../support/market/share-links.ts';
import { depth } from '../support/stack/depth.ts';
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

/** Each field is hidden in some of these, and shown in others. */
const someSets = sets.filter((_, set) => set % 21 === 0);

/** Never the same value twice in a row, and never too large. */
const other = (column: string) => `${column} = (${column} * 3 + 7) % 1000003`;

/** Other values of what is hidden, where there are any. An engagement rate is computed from the last complete measurement. */
const otherValues: Readonly<Partial<Record<HideableField, readonly string[]>>> = {
  views: [other('views'), other('complete_views')],
  likes: [other('likes'), other('complete_reactions')],
  comments: [other('comments'), other('complete_reactions')],
  saves: [other('saves')],
  er: [other('complete_views'), other('complete_reactions')],
};
const earlier = (columns: readonly string[]) => columns.map((at) => `${at} = ${at} - interval '1 millisecond'`);
const times = ['views_at', 'likes_at', 'comments_at', 'saves_at', 'complete_at'];

/** A world with known views that reports show: those of X are only for pages. */
async function aMeasuredWorld(): Promise<FactoryWorld> {
  const { aWorld } = worldsOf(own, random);
  for (;;) {
    const world = await aWorld(new Date());
    const shown = new Set(world.accounts.filter(({ platform }) => platform === 'YOUTUBE').map(({ id }) => id));
    const posts = world.posts.filter(({ accountId }) => shown.has(accountId));
    if (posts.some(({ measurements }) => measurements.some(({ views }) => (views ?? 0) > 0))) return world;
  }
}

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

test('hidden values change no byte of the JSON, the page and the files of a report, for every set of hidden fields', async () => {
  const { owner, factoryId, posts } = await aMeasuredWorld();
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { secret, path } = await share(owner, factoryId);
  const measuredAt = posts.flatMap(({ measurements }) => measurements)[0]?.measuredAt.toISOString();
  const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
  for (const hidden of depth(someSets, sets)) {
    await own.market.pool.query('update factories set hidden_fields = $2 where id = $1', [factoryId, hidden]);
    const places = [
      path,
      `${path}?from=${day}&limit=3&search=ap`,
      // A bound at a time that may be hidden.
      `${path}?from=${measuredAt}`,
      `${path}?to=${measuredAt}`,
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

test('visible values change the JSON, the page and the files of a report', async () => {
  const { owner, factoryId } = await aMeasuredWorld();
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { secret, path } = await share(owner, factoryId);
  const places = [path, `/reports/${secret}`, `${path}/export?of=accounts`, `${path}/export?of=posts`];
  const answers = () => Promise.all(places.map(async (place) => (await read(place)).text()));
  const before = await answers();
  await changeHidden(factoryId, ['views']);
  const after = await answers();
  for (const [index, text] of after.entries()) expect(text, places[index]).not.toBe(before[index]);
});

test('where the posts are hidden, a period selects none of them, so that their number and their times stay hidden', async () => {
  const { owner, factoryId } = await aMeasuredWorld();
  const { share, read } = shareLinksOf(own.stack.baseUrl);
  const { path } = await share(owner, factoryId, { hiddenFields: ['posts'] });
  const summaryOf = async (query: string) => (await (await read(`${path}${query}`)).json()).data.summary;
  const { totals } = await summaryOf('');
  expect((await summaryOf('?from=2020-01-01&to=2020-01-02')).totals).toEqual(totals);
});
