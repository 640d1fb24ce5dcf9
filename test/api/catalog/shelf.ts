import { type Client, clientOf, type Reply } from '../../support/client.ts';
import { openPool } from '../../support/stack/pool.ts';
import {
  aCreator,
  aService,
  type CreatorSpec,
  type Run,
  refresh,
  removeCreators,
  type ServiceSpec,
  type Shown,
} from './shelf-creators.ts';

export { aWord, type ChannelSpec, type CreatorSpec, measuredAt, type PostSpec, type Shown } from './shelf-creators.ts';

/** Creates creators directly in the database, and reads them through the public API. */
export function shelfOf({ baseUrl, adminDatabaseUrl }: { baseUrl: string; adminDatabaseUrl: string }) {
  const pool = openPool(adminDatabaseUrl);
  const guest: Client = clientOf(baseUrl, null, '/api/v1');
  const run: Run = (query, values = []) => pool.query(query, values);

  const list = (query: Readonly<Record<string, string | number>>): Promise<Reply> =>
    guest.get(
      `/creator-catalog?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
    );

  /** The publicIds of one page. */
  const listed = async (query: Readonly<Record<string, string | number>>): Promise<string[]> =>
    idsOf(await list(query));

  const page = (publicId: string): Promise<Reply> => guest.get(`/creator-pages/${publicId}`);

  return {
    ...{ pool, run, guest, list, listed, page },
    aCreator: (spec?: CreatorSpec) => aCreator(run, spec),
    aService: (creatorId: number, channelId: number, spec: ServiceSpec) => aService(run, creatorId, channelId, spec),
    refresh: (creatorId: number, at?: Date) => refresh(run, creatorId, at),
    /** Removes creators with all their data. */
    remove: (creatorIds: readonly number[]) => removeCreators(run, creatorIds),
    close: () => pool.end(),
  };
}

export type Shelf = ReturnType<typeof shelfOf>;

export const idsOf = (reply: Reply): string[] => reply.body.data.map((entry: Shown) => entry.publicId);

/**
 * Waits for a change to be visible within one second of its commit. On a busy machine the limit grows by the duration
 * of its answers, up to one more second.
 */
export async function withinASecond(holds: () => Promise<boolean>): Promise<boolean> {
  const startedAt = Date.now();
  let slowestMs = 0;
  for (;;) {
    const askedAt = Date.now();
    if (await holds()) return true;
    slowestMs = Math.min(250, Math.max(slowestMs, Date.now() - askedAt));
    if (askedAt - startedAt > 1_250 + 4 * slowestMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
