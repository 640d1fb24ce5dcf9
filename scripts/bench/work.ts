import type pg from 'pg';
import { apiOf } from '../seed/api.ts';
import { buy, itemOf } from '../seed/buy.ts';
import { keyOf } from './orders.ts';

/** One of many creators with one service, and an advertiser. */
export interface WorkParties {
  readonly advertiserId: number;
  readonly advertiserKey: string;
  readonly creatorId: number;
  readonly creatorKey: string;
  readonly listingId: number;
}

export async function workParties(
  client: pg.Client,
  { id, apiKey }: { id: number; apiKey: string },
): Promise<WorkParties> {
  const { rows } = await client.query(
    `select l.id::int as "listingId", l.creator_id::int as "creatorId" from service_listings l
     join catalog_services c on c.listing_id = l.id where l.type = 'STREAM' order by l.id limit 1`,
  );
  const [{ listingId, creatorId }] = rows;
  const creatorKey = await keyOf(client, creatorId);
  return { advertiserId: id, advertiserKey: apiKey, creatorId, creatorKey, listingId };
}

export interface Work {
  readonly id: number;
  /** In minor units. */
  readonly base: bigint;
}

const itemsOfOrder = 20;

/** Funded assignments, bought through the API. */
export async function fundedWork(
  baseUrl: string,
  { advertiserKey, listingId }: WorkParties,
  count: number,
): Promise<Work[]> {
  const api = apiOf(baseUrl, advertiserKey);
  const works: Work[] = [];
  while (works.length < count) {
    const items = Array.from({ length: Math.min(itemsOfOrder, count - works.length) }, () =>
      itemOf(listingId, 'A benchmark.', new Date()),
    );
    const bought = await buy(api, items);
    works.push(...bought.map(({ id, amounts }) => ({ id, base: BigInt(amounts.base.raw) })));
  }
  return works;
}

/** Every result has its public URL. */
export const handIn = (client: pg.Client, works: readonly Work[]) =>
  client.query(
    `update deliverables set url = 'https://www.twitch.tv/videos/2012345678', content_id = '2012345678', published_revision = 1
     where assignment_id = any ($1)`,
    [works.map(({ id }) => id)],
  );

/** Extends the history to this number of events, and returns the cursor of the last page of ten. */
export async function historyOf(client: pg.Client, { id }: Work, count: number): Promise<number> {
  await client.query(
    `insert into assignment_events (assignment_id, seq, kind, actor, at, data)
     select $1, seq, 'deliverable.updated', 'CREATOR', now(), '{"deliverableId": 1, "position": 1}'
     from generate_series(2, $2::int) seq`,
    [id, count],
  );
  const { rows } = await client.query(
    'select id from assignment_events where assignment_id = $1 order by seq desc offset 10 limit 1',
    [id],
  );
  return Number(rows[0]?.id ?? 0);
}
