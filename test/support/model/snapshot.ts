import type { Lane } from './lane.ts';
import { held, openProposalOf, orderStatus, reserved, type Work } from './work.ts';

/**
 * Reads the whole database state of an order in one statement, in the shape of `expected` below, with the row versions.
 */
const query = `
  select json_build_object('order', o.status,
    'assignments', (select json_agg(json_build_object('id', a.id, 'status', a.status, 'version', a.version, 'dueAt', iso(a.due_at),
        'openProposal', (select p.id from change_proposals p where p.assignment_id = a.id and p.status = 'OPEN'),
        'proposals', (select coalesce(json_agg(p.status order by p.id), '[]') from change_proposals p where p.assignment_id = a.id),
        'results', (select json_agg(json_build_object('id', d.id, 'version', d.version, 'contentId', d.content_id,
            'expectedAt', iso(d.expected_at)) order by d.position) from deliverables d where d.assignment_id = a.id),
        'events', (select json_agg(e.kind || ' ' || e.actor order by e.seq) from assignment_events e where e.assignment_id = a.id),
        'isGapless', (select max(e.seq) = count(*) and min(e.seq) = 1 from assignment_events e where e.assignment_id = a.id),
        'isEnded', a.ended_at is not null,
        'amount', h.amount::text, 'released', h.released::text, 'refunded', h.refunded::text,
        'booked', (select coalesce(sum(e.amount), 0)::text from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
          join ledger_accounts c on c.id = e.account_id
          where t.reference_type = 'assignment' and t.reference_id = a.id::text and c.kind = 'RESERVED')) order by a.id)
      from placement_assignments a join ledger_holds h on h.assignment_id = a.id where a.order_id = o.id),
    'outbox', (select coalesce(sum(1) filter (where x.id > $2 and (x.payload->>'assignmentId')::bigint = any (
        select a.id from placement_assignments a where a.order_id = o.id)), 0) from outbox x where x.id > $2),
    'balances', (select json_object_agg(c.owner_id || ' ' || c.kind, c.balance::text) from ledger_accounts c where c.owner_id = any ($3)),
    'sum', (select coalesce(sum(amount), 0)::text from ledger_entries),
    'isKeyBound', exists (select from idempotency_keys k where k.owner_id = $4 and k.key = $5)) as facts,
    (select json_agg(json_build_array(a.updated_at, (select json_agg(d.updated_at order by d.id) from deliverables d
      where d.assignment_id = a.id)) order by a.id) from placement_assignments a where a.order_id = o.id)::text || o.updated_at as touched
  from placement_orders o where o.id = $1`;

export interface Base {
  readonly outboxId: string;
  readonly balances: Readonly<Record<string, bigint>>;
}

const ownersOf = ({ advertiser, creators }: Lane) => [advertiser.id, ...creators.map(({ id }) => id)];

/** The state of the order's users before it, without its holds, and the position of the outbox. */
export async function baseOf(lane: Lane): Promise<Base> {
  const { market } = lane;
  const { id } = await market.one('select coalesce(max(id), 0) as id from outbox');
  const { rows } = await market.pool.query('select * from ledger_accounts where owner_id = any ($1)', [ownersOf(lane)]);
  const balances = Object.fromEntries(rows.map((row) => [`${row.owner_id} ${row.kind}`, BigInt(row.balance)]));
  return { outboxId: id, balances };
}

export interface LastKey {
  readonly ownerId: number;
  readonly key: string;
}

export async function readSnapshot(lane: Lane, base: Base, orderId: number, last: LastKey) {
  const owners = ownersOf(lane);
  return lane.market.one(query, [orderId, base.outboxId, owners, last.ownerId, last.key]);
}

/** The database state that the model expects. */
export function expected(lane: Lane, base: Base, assignments: readonly Work[], isKeyBound: boolean) {
  return {
    order: orderStatus(assignments),
    assignments: assignments.map((work) => ({
      id: work.id,
      status: work.status,
      version: work.version,
      dueAt: work.dueAt,
      openProposal: openProposalOf(work)?.id ?? null,
      proposals: work.proposals.map(({ status }) => status),
      results: work.results,
      events: work.events,
      isGapless: true,
      isEnded: held(work) === 0n,
      amount: String(reserved(work)),
      released: String(work.released),
      refunded: String(work.refunded),
      booked: String(-work.released - work.refunded),
    })),
    outbox: assignments.reduce((count, { events }) => count + events.length, 0),
    balances: balancesOf(lane, base, assignments),
    sum: '0',
    isKeyBound,
  };
}

function balancesOf({ advertiser, creators }: Lane, { balances }: Base, assignments: readonly Work[]) {
  const expectedOf: Record<string, bigint> = { [`${advertiser.id} RESERVED`]: 0n, ...balances };
  const add = (account: string, amount: bigint) => {
    if (amount !== 0n || account in expectedOf) expectedOf[account] = (expectedOf[account] ?? 0n) + amount;
  };
  for (const work of assignments) {
    add(`${advertiser.id} AVAILABLE`, work.refunded - reserved(work));
    add(`${advertiser.id} RESERVED`, reserved(work) - work.released - work.refunded);
    add(`${creators[work.creator].id} AVAILABLE`, work.toCreator);
  }
  return Object.fromEntries(Object.entries(expectedOf).map(([account, amount]) => [account, String(amount)]));
}
