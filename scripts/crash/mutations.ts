import { randomInt, randomUUID } from 'node:crypto';
import { apiOf } from '../seed/api.ts';
import type { CrashMarket } from './market.ts';

export interface Mutation {
  readonly name: string;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: object;
  readonly key: string;
  readonly apiKey: string;
  /** Counts how often the mutation took effect: it must be once. */
  readonly effect: { readonly query: string; readonly values: readonly (string | number)[] };
}

interface Assignment {
  readonly id: number;
  readonly version: number;
  readonly openProposal: { readonly id: number } | null;
  readonly deliverables: readonly { readonly id: number; readonly version: number }[];
}

/** A hundred independent mutations: each can and must succeed once. */
export async function mutationsOf(market: CrashMarket, baseUrl: string, round: string): Promise<Mutation[]> {
  const prepared = await prepare(market, baseUrl, round);
  const { creatorKey, advertiserKey } = market;
  const { mutation, step, event } = mutationsIn(round);
  return mixed([
    ...prepared.drafts.map((order, n) =>
      mutation('create', advertiserKey, '/placement-orders', order, {
        query: 'select count(*)::int as count from order_items where brief = $1',
        values: [briefOf(`${round} draft ${n}`)],
      }),
    ),
    ...prepared.checkouts.map((quote) =>
      mutation('checkout', advertiserKey, checkoutOf(quote), confirmationOf(quote), {
        query: `select count(*)::int as count from ledger_transfers where kind = 'RESERVE' and reference_type = 'order' and reference_id = $1`,
        values: [String(quote.orderId)],
      }),
    ),
    ...prepared.accepted.map(step('accept', 'assignment.accepted', creatorKey)),
    ...prepared.declined.map(step('decline', 'assignment.declined', creatorKey)),
    ...prepared.cancelled.map(step('cancel', 'assignment.cancelled', advertiserKey)),
    ...prepared.delivered.map((assignment) =>
      mutation(
        'deliver',
        creatorKey,
        `/placement-assignments/${assignment.id}/deliverables/${assignment.deliverables[0]?.id}`,
        delivery(1),
        event('deliverable.updated', assignment),
      ),
    ),
    ...prepared.submitted.map(step('submit', 'assignment.submitted', creatorKey)),
    ...prepared.approved.map(step('approve', 'assignment.approved', advertiserKey)),
    ...prepared.sentBack.map(step('request-changes', 'assignment.changes_requested', advertiserKey, changeRequest)),
    ...prepared.disputed.map(step('issues', 'assignment.disputed', creatorKey, issue)),
    ...prepared.proposed.map(step('cancel', 'change_proposal.opened', advertiserKey)),
    ...prepared.agreed.map((assignment) =>
      step(`change-proposals/${assignment.openProposal?.id}/accept`, 'assignment.cancelled', creatorKey)(assignment),
    ),
  ]);
}

/** Orders, quotes and assignments in the states that the mutations need. */
async function prepare(market: CrashMarket, baseUrl: string, round: string) {
  const advertiser = apiOf(baseUrl, market.advertiserKey);
  const creator = apiOf(baseUrl, market.creatorKey);
  const quoted = async (items: number): Promise<Quote> => {
    const order = await advertiser.post<{ id: number }>('/placement-orders', orderOf(market, round, items));
    return advertiser.post<Quote>(`/placement-orders/${order.id}/quote`, { expectedVersion: 1 });
  };
  const assignmentsAfter = async (
    count: number,
    ...steps: readonly ((assignment: Assignment) => Promise<Assignment>)[]
  ): Promise<Assignment[]> => {
    const quote = await quoted(count);
    const { assignments } = await advertiser.post<{ assignments: Assignment[] }>(
      checkoutOf(quote),
      confirmationOf(quote),
    );
    return Promise.all(
      assignments.map(async (assignment) =>
        steps.reduce(async (before, step) => step(await before), Promise.resolve(assignment)),
      ),
    );
  };
  const act = (api: typeof creator, action: string) => (assignment: Assignment) =>
    api.post<Assignment>(`/placement-assignments/${assignment.id}/${action}`, { expectedVersion: assignment.version });
  const deliver = async (assignment: Assignment): Promise<Assignment> => {
    const [result] = assignment.deliverables;
    await creator.put(
      `/placement-assignments/${assignment.id}/deliverables/${result?.id}`,
      delivery(result?.version ?? 1),
    );
    return assignment;
  };
  const accept = act(creator, 'accept');
  const submit = act(creator, 'submit');
  return {
    drafts: numbered(12).map((n) => orderOf(market, `${round} draft ${n}`, 1)),
    checkouts: await Promise.all(numbered(14).map(() => quoted(1))),
    accepted: await assignmentsAfter(8),
    declined: await assignmentsAfter(6),
    cancelled: await assignmentsAfter(6),
    delivered: await assignmentsAfter(8, accept),
    submitted: await assignmentsAfter(8, accept, deliver),
    approved: await assignmentsAfter(12, accept, deliver, submit),
    sentBack: await assignmentsAfter(8, accept, deliver, submit),
    disputed: await assignmentsAfter(8, accept),
    proposed: await assignmentsAfter(5, accept),
    agreed: await assignmentsAfter(5, accept, act(advertiser, 'cancel')),
  };
}

function mutationsIn(round: string) {
  const mutation = (
    name: string,
    apiKey: string,
    path: string,
    body: object,
    effect: Mutation['effect'],
  ): Mutation => ({
    name: `${round}: ${name}`,
    method: name === 'deliver' ? 'PUT' : 'POST',
    path,
    body,
    key: randomUUID(),
    apiKey,
    effect,
  });
  const event = (kind: string, { id }: Assignment) => ({
    query: 'select count(*)::int as count from assignment_events where assignment_id = $1 and kind = $2',
    values: [id, kind],
  });
  const step =
    (action: string, kind: string, apiKey: string, more: object = {}) =>
    (assignment: Assignment) =>
      mutation(
        action,
        apiKey,
        `/placement-assignments/${assignment.id}/${action}`,
        { expectedVersion: assignment.version, ...more },
        event(kind, assignment),
      );
  return { mutation, event, step };
}

interface Quote {
  readonly orderId: number;
  readonly quoteId: string;
  readonly quoteVersion: number;
  readonly payloadHash: string;
}

const checkoutOf = ({ orderId }: Quote) => `/placement-orders/${orderId}/checkout`;
const confirmationOf = ({ quoteId, quoteVersion, payloadHash }: Quote) => ({
  quoteId,
  quoteVersion,
  payloadHash,
  confirm: true,
});

const briefOf = (name: string) => `Crash test ${name}.`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const orderOf = ({ listingId }: CrashMarket, name: string, items: number) => ({
  items: numbered(items).map(() => ({
    serviceListingId: listingId,
    quantity: 1,
    discountBps: 0,
    dueAt: inDays(30),
    brief: briefOf(name),
    results: [{ expectedAt: inDays(20) }],
    rights: {},
  })),
});

const changeRequest = { reason: 'The logo is missing.' };
const issue = { reason: 'QUALITY', description: 'It differs from the agreement.' };
const delivery = (expectedVersion: number) => ({
  expectedVersion,
  url: `https://www.twitch.tv/videos/${randomInt(1e11, 1e12)}`,
});

const numbered = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Mixes the kinds in the same way in each run: takes every 37th in rotation. */
const mixed = <T>(values: readonly T[]): T[] =>
  values
    .map((value, index) => ({ value, at: (index * 37) % values.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
