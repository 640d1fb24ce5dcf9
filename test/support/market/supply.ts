import type { Creator, Listing, Market } from './market.ts';

export interface Package {
  readonly quantity: 1 | 5 | 10;
  readonly discountBps: number;
}

/** Changes by creators and staff, directly in the database. */
export function supplyOf({ pool, refresh, aCreator }: Market) {
  async function change({ id, creator }: Listing, assignment: string, value: unknown): Promise<void> {
    await pool.query(`update service_listings set ${assignment}, version = version + 1 where id = $1`, [id, value]);
    await refresh(creator.id);
  }
  async function changeCreator(statement: string, creatorId: number): Promise<void> {
    await pool.query(statement, [creatorId]);
    await refresh(creatorId);
  }
  return {
    reprice: (listing: Listing, cents: number) => change(listing, 'base_price = $2', BigInt(cents) * 10_000n),
    offer: (listing: Listing, packages: readonly Package[]) =>
      change(listing, 'package_options = $2', JSON.stringify(packages)),
    unpublish: (listing: Listing) => change(listing, 'is_published = $2', false),
    blockChannel: ({ creator }: Listing) =>
      changeCreator(`update channels set status = 'BLOCKED' where creator_id = $1`, creator.id),
    /** Leaves the catalog rows unchanged, as before a job has run. */
    proveForAnother: async ({ creator }: Listing) => {
      const { id } = await aCreator();
      await pool.query(
        `insert into channels (creator_id, kind, platform, handle, canonical_url, ownership)
         select $2, 'MANUAL', platform, handle, canonical_url, 'VERIFIED' from channels where creator_id = $1`,
        [creator.id, id],
      );
    },
    /** The state after the removal of a proven channel, before a job rebuilds the catalog. */
    removeChannel: ({ id }: Listing) =>
      pool.query(
        `update channels set status = 'REMOVED' where id = (select channel_id from service_listings where id = $1)`,
        [id],
      ),
    unpublishPage: ({ id }: Creator) =>
      changeCreator(`update creator_pages set status = 'UNPUBLISHED' where creator_id = $1`, id),
    suspend: ({ id }: Creator) => changeCreator('update users set suspended_at = now() where id = $1', id),
    takeRole: ({ id }: Creator) => changeCreator(`update users set roles = '{ADVERTISER}' where id = $1`, id),
  };
}
