import { expect, test } from 'vitest';
import { type Shelf, shelfOf } from '../api/catalog/shelf.ts';
import { fc } from '../support/fast-check.ts';
import { depth } from '../support/stack/depth.ts';
import { ownStack } from '../support/stack/own-stack.ts';

let shelf: Shelf;
ownStack(shelfOf, (_, opened) => {
  shelf = opened;
});

const creators = 6;

/** A change of what the catalog shows of a creator, as a statement with its id. */
const changes = {
  rename: `update creator_pages set published_profile = published_profile || '{"displayName": "Renamed Creator"}' where creator_id = $1`,
  retopic: `update creator_pages set published_profile = published_profile || '{"topics": ["chess", "go"], "languages": ["pt-BR"]}' where creator_id = $1`,
  noTopics: `update creator_pages set published_profile = published_profile || '{"topics": []}' where creator_id = $1`,
  // Within the limits of a price after any number of changes.
  changePrices:
    'update service_listings set base_price = case when base_price < 1e10 then base_price * 4 else 1e6 end where creator_id = $1',
  unpublish: `update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`,
  publish: `update creator_pages set status = 'PUBLISHED' where creator_id = $1`,
  suspend: 'update users set suspended_at = now() where id = $1',
  restore: 'update users set suspended_at = null where id = $1',
  // Enters and leaves lists of engagement rates.
  measure:
    'update channel_posts set views = views + 1, likes = (coalesce(likes, 0) + 1) % 3, comments = 0 where channel_id in (select id from channels where creator_id = $1)',
} as const;

interface Step {
  readonly creator: number;
  readonly change: keyof typeof changes;
  readonly isRolledBack: boolean;
}

const steps = fc.array(
  fc.record({
    creator: fc.nat(creators - 1),
    change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
    isRolledBack: fc.boolean(),
  }),
  { minLength: 10, maxLength: 30 },
);

/** Commits a change with its refresh, or rolls both back. */
async function take(ids: readonly number[], { creator, change, isRolledBack }: Step): Promise<void> {
  const client = await shelf.pool.connect();
  try {
    await client.query('begin');
    await client.query(changes[change], [ids[creator]]);
    await client.query('select catalog_refresh($1, now())', [ids[creator]]);
    await client.query(isRolledBack ? 'rollback' : 'commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The counts that differ from the rows of the lists. */
const wrongCounts = async (): Promise<unknown[]> =>
  (
    await shelf.run(`select list, shard, counted.creators, listed.creators as listed from catalog_list_counts counted
      full join (select l.list, get_byte(uuid_send(c.public_id), 0) >> 4 as shard, count(*)::int as creators
        from catalog_lists l join creators c on c.user_id = l.creator_id group by 1, 2) listed using (list, shard)
      where counted.creators is distinct from listed.creators`)
  ).rows;

test('the counts equal the number of rows of each list after any history of concurrent changes', async () => {
  const ids: number[] = [];
  for (let n = 0; n < creators; n++)
    ids.push((await shelf.aCreator({ topics: ['chess'], geo: ['DE'], channels: [{ views: [n] }] })).id);
  expect(await wrongCounts()).toEqual([]);
  await fc.assert(
    fc.asyncProperty(fc.tuple(steps, steps, steps), async (lanes) => {
      // Each lane makes its changes in sequence, beside the others.
      await Promise.all(
        lanes.map(async (lane) => {
          for (const step of lane) await take(ids, step);
        }),
      );
      expect(await wrongCounts()).toEqual([]);
    }),
    { numRuns: depth(6, 60) },
  );
  expect((await shelf.run(`select from catalog_list_counts where list = 'geo=de'`)).rowCount).toBeGreaterThan(0);
});

test('a commit that changes no list waits for no other commit of its shard', async () => {
  const { id, publicId } = await shelf.aCreator({ channels: [{ views: [1] }] });
  const client = await shelf.pool.connect();
  try {
    await client.query('begin');
    await client.query('update catalog_generations set value = value + 1 where shard = $1', [
      Number.parseInt(publicId.slice(0, 1), 16),
    ]);
    await shelf.run(
      'update channel_posts set views = views + 1 where channel_id in (select id from channels where creator_id = $1)',
      [id],
    );
    await shelf.run(`select catalog_refresh_metrics($1, now())`, [id]);
    await client.query('rollback');
  } finally {
    client.release();
  }
});
