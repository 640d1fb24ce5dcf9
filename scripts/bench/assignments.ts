import type pg from 'pg';
import { apiOf } from '../seed/api.ts';
import { buy, itemOf } from '../seed/buy.ts';
import { keyOf } from './orders.ts';

/** A creator of the generated market with a service, and an advertiser. */
export interface AssignmentParties {
  readonly advertiserId: number;
  readonly advertiserKey: string;
  readonly creatorId: number;
  readonly creatorKey: string;
  readonly listingId: number;
}

export async function assignmentParties(
  client: pg.Client,
  { id, apiKey }: { id: number; apiKey: string },
): Promise<AssignmentParties> {
  const { rows } = await client.query(
    `select l.id::int as "listingId", l.creator_id::int as "creatorId" from service_listings l
     join catalog_services c on c.listing_id = l.id where l.type = 'STREAM' order by l.id limit 1`,
  );
  const [{ listingId, creatorId }] = rows;
  const creatorKey = await keyOf(client, creatorId);
  return { advertiserId: id, advertiserKey: apiKey, creatorId, creatorKey, listingId };
}

export interface Assignment {
  readonly id: number;
  /** In minor units. */
  readonly base: bigint;
}

const itemsOfOrder = 20;

/** Buys assignments through the API. */
export async function fundedAssignments(
  baseUrl: string,
  { advertiserKey, listingId }: AssignmentParties,
  count: number,
): Promise<Assignment[]> {
  const api = apiOf(baseUrl, advertiserKey);
  const assignments: Assignment[] = [];
  while (assignments.length < count) {
    const items = Array.from({ length: Math.min(itemsOfOrder, count - assignments.length) }, () =>
      itemOf(listingId, 'A benchmark.', new Date()),
    );
    const bought = await buy(api, items);
    assignments.push(...bought.map(({ id, amounts }) => ({ id, base: BigInt(amounts.base.raw) })));
  }
  return assignments;
}

/** Gives every deliverable its public URL. */
export const fillDeliverables = (client: pg.Client, assignments: readonly Assignment[]) =>
  client.query(
    `update deliverables set url = 'https://www.twitch.tv/videos/2012345678', content_id = '2012345678', published_revision = 1
     where assignment_id = any ($1)`,
    [assignments.map(({ id }) => id)],
  );

/** Extends the history to this number of events, and returns the cursor of the last page of ten. */
export async function addEvents(client: pg.Client, { id }: Assignment, count: number): Promise<number> {
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
