import { expect } from 'vitest';
import { type Client, clientOf, type Reply } from '../client.ts';
import { anItem, confirmationOf, created, type Market } from '../market/market.ts';

/** A funded assignment with two concurrent actions. */
export interface Contested {
  readonly id: number;
  readonly orderId: number;
}

/** One advertiser and one creator, each on its own instance. */
interface Pair {
  readonly advertiser: Client;
  readonly creator: Client;
}

/** The pair with its assignments. */
export interface Field extends Pair {
  readonly assignments: readonly Contested[];
}

/** The pair with assignments that are ordered on demand, one order after the other. */
export interface OpenField extends Pair {
  /** The next assignment; undefined when the field has none left. */
  next(): Promise<Contested | undefined>;
}

export interface FieldOptions {
  readonly max: number;
  readonly itemsInAnOrder?: number;
  /** Moves PENDING assignments to the start of the race. */
  prepare?(assignments: readonly Contested[]): Promise<unknown>;
}

/** This number of PENDING assignments, in orders of twenty items. */
export async function aField(
  market: Market,
  workers: readonly [string, string],
  rounds: number,
  itemsInAnOrder = 20,
): Promise<Field> {
  const { next, ...pair } = await anOpenField(market, workers, { max: rounds, itemsInAnOrder });
  const assignments = await Promise.all(Array.from({ length: rounds }, next));
  return { ...pair, assignments: assignments.filter((work) => work !== undefined) };
}

export async function anOpenField(
  market: Market,
  workers: readonly [string, string],
  { max, itemsInAnOrder = 20, prepare = async () => undefined }: FieldOptions,
): Promise<OpenField> {
  const [payer, { creator, id: listing }] = await Promise.all([
    market.anAdvertiser({ fundsCents: 1_000_000_000 }),
    market.aListing({ cents: 1_033 }),
  ]);
  const advertiser = clientOf(workers[0], payer.apiKey);
  const items = Array.from({ length: itemsInAnOrder }, () => anItem({ id: listing }));
  async function funded(): Promise<Contested[]> {
    const order = created(await advertiser.post('/placement-orders', { items })).body.data;
    const path = `/placement-orders/${order.id}`;
    const quote = created(await advertiser.post(`${path}/quote`, { expectedVersion: 1 })).body.data;
    const { data } = created(await advertiser.post(`${path}/checkout`, confirmationOf(quote))).body;
    const assignments: Contested[] = data.assignments.map(({ id }: Contested) => ({ id, orderId: order.id }));
    await prepare(assignments);
    return assignments;
  }
  const orders: Promise<Contested[]>[] = [];
  let taken = 0;
  const apiKey = await market.aKey(creator.id);
  return {
    advertiser,
    creator: clientOf(workers[1], apiKey),
    async next() {
      if (taken === max) return undefined;
      const [order, item] = [Math.floor(taken / itemsInAnOrder), taken % itemsInAnOrder];
      taken += 1;
      orders[order] ??= funded();
      return (await orders[order])[item];
    },
  };
}

/** Delivers every result directly in the database, as the parties would have, and leaves the hold. */
export async function bring(
  market: Market,
  { assignments }: Pick<Field, 'assignments'>,
  status: string,
  dueAt = `now() + interval '30 days'`,
): Promise<void> {
  const ids = assignments.map(({ id }) => id);
  await market.pool.query(
    `update placement_assignments set status = $2, version = 2, accepted_at = now(), due_at = ${dueAt},
       submitted_at = case when $2 in ('SUBMITTED', 'CHANGES_REQUESTED') then now() end,
       approve_by = case when $2 = 'SUBMITTED' then now() + interval '7 days' end where id = any ($1)`,
    [ids, status],
  );
  await market.pool.query(
    `update placement_orders set status = 'IN_PROGRESS' where id in (select order_id from placement_assignments where id = any ($1))`,
    [ids],
  );
  await market.pool.query(
    `update deliverables set url = 'https://www.twitch.tv/videos/2012345' || id, content_id = '2012345' || id where assignment_id = any ($1)`,
    [ids],
  );
}

export const pathOf = ({ id }: Contested) => `/placement-assignments/${id}`;

/** The number of wins of each side. */
export type Tally = Record<'first' | 'second', number>;

/** Two actions of which one excludes the other. Each returns its answer, or whether it happened. */
export interface Race {
  readonly first: (work: Contested) => Promise<Reply>;
  readonly second: (work: Contested) => Promise<Reply | boolean>;
}

const parallel = 4;

/** Evenly spread values from 0 to 1, with distant neighbours, equal in each run (the golden ratio). */
export const spread = (n: number): number => (n * 0.618_033_988_7) % 1;

/**
 * The head start of the first side: less after each of its wins, more after each loss, faster in longer runs of wins.
 */
export function balance(fromMs = 0) {
  let leadMs = fromMs;
  let streak = 0;
  return {
    leadMs: () => leadMs,
    report(hasWon: boolean): void {
      const side = hasWon ? 1 : -1;
      streak = Math.sign(streak) === side ? streak + side : side;
      const stepMs = Math.min(2 ** Math.floor(Math.abs(streak) / 3), 50);
      leadMs += hasWon ? -stepMs : stepMs;
    },
  };
}

/** The minimum number of rounds, and of wins for each side. */
export interface Length {
  readonly rounds: number;
  readonly wins: number;
}

/**
 * Races for one assignment after the other, a few at a time, until the rounds are over and each side has won often
 * enough, or none is left. The winner starts a little later in the next round, so that both can win. Returns the winner
 * of each assignment.
 */
export async function raceFor(
  field: OpenField,
  { first, second }: Race,
  { rounds, wins }: Length,
): Promise<Map<number, keyof Tally>> {
  const winners = new Map<number, keyof Tally>();
  const won: Tally = { first: 0, second: 0 };
  const isOver = () => winners.size >= rounds && Math.min(won.first, won.second) >= wins;
  const { leadMs, report } = balance();
  let round = 0;
  async function run(): Promise<void> {
    while (!isOver()) {
      const contested = await field.next();
      if (!contested) return;
      round += 1;
      const headStartMs = leadMs() + (spread(round) - 0.5) * 4;
      const [one, other] = await Promise.all([
        startedAfter(-headStartMs, () => first(contested)),
        startedAfter(headStartMs, () => second(contested)),
      ]);
      const winner = winnerOf(one, other);
      winners.set(contested.id, winner);
      won[winner] += 1;
      report(winner === 'first');
    }
  }
  await Promise.all(Array.from({ length: parallel }, run));
  return winners;
}

function winnerOf(one: Reply, other: Reply | boolean): keyof Tally {
  const [first, second] = [one, other].map((reply) => (typeof reply === 'boolean' ? reply : hasWon(reply)));
  expect({ first, second: !second }).toEqual({ first, second: first });
  return first ? 'first' : 'second';
}

/** A loser gets a version conflict or an invalid state, and never a defect. */
function hasWon({ status, body, text }: Reply): boolean {
  if (status === 200) return true;
  expect({ status, text }).toEqual({ status: 409, text });
  expect(['VERSION_CONFLICT', 'INVALID_STATE']).toContain(body.code);
  return false;
}

export const startedAfter = async <T>(delayMs: number, act: () => Promise<T>): Promise<T> => {
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  return act();
};

/** The result of a winner: the state, the last event, and the parts of the hold. */
export interface Left {
  readonly status: string;
  readonly end: string | null;
  readonly money: 'held' | 'released' | 'refunded';
}

/**
 * Expects each assignment as its winner left it: one end in a history without gaps, and each part of the hold
 * transferred once.
 */
export async function expectLeft(
  market: Market,
  winners: ReadonlyMap<number, keyof Tally>,
  left: Readonly<Record<keyof Tally, Left>>,
): Promise<Tally> {
  const { rows } = await market.pool.query(
    `select a.id::int, a.status, (select array_agg(e.kind) from assignment_events e where e.assignment_id = a.id
         and e.kind in ('assignment.approved', 'assignment.declined', 'assignment.expired', 'assignment.cancelled', 'assignment.resolved')) as ends,
       (select max(e.seq) = count(*) from assignment_events e where e.assignment_id = a.id) as "isGapless",
       case when h.released + h.refunded = 0 then 'held' when h.released = h.amount then 'released' when h.refunded = h.amount then 'refunded' end as money,
       (select count(*)::int from ledger_transfers t where t.reference_type = 'assignment' and t.reference_id = a.id::text) as transfers,
       (select o.status from placement_orders o where o.id = a.order_id) = (select case
           when bool_or(w.ended_at is null) then case when bool_or(w.accepted_at is not null) then 'IN_PROGRESS' else 'FUNDED' end
           when bool_or(w.status in ('APPROVED', 'RESOLVED')) then 'COMPLETED' else 'CANCELLED' end
         from placement_assignments w where w.order_id = a.order_id) as "isDerived"
     from placement_assignments a join ledger_holds h on h.assignment_id = a.id where a.id = any ($1)`,
    [[...winners.keys()]],
  );
  const tally: Tally = { first: 0, second: 0 };
  for (const { id, ...found } of rows) {
    const winner = winners.get(id) ?? 'first';
    const { status, end, money } = left[winner];
    const ends = end === null ? null : [end];
    const transfers = money === 'held' ? 0 : 1;
    expect(found).toEqual({ status, ends, isGapless: true, money, transfers, isDerived: true });
    tally[winner] += 1;
  }
  expect(tally.first + tally.second).toBe(winners.size);
  return tally;
}
