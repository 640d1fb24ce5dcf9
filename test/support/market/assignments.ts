import { randomInt } from 'node:crypto';
import type { AssignmentStatus } from '../../../schema/shared/enums.ts';
import { type Client, clientOf, type Reply } from '../client.ts';
import { type Person, peopleOf } from '../contract/people.ts';
import type { Jobs } from '../stack/jobs.ts';
import { type Money, ways } from './assignment-states.ts';
import { type Advertiser, type Creator, created, inDays, type Listing, type Market } from './market.ts';

export { type Money, moneyIn, orderIn, states } from './assignment-states.ts';

/** The id and URL of a new recording. */
export function aVod(): { readonly id: string; readonly url: string } {
  const id = String(randomInt(1e11, 1e12));
  return { id, url: `https://www.twitch.tv/videos/${id}` };
}

export interface Work {
  readonly id: number;
  readonly orderId: number;
  readonly advertiser: Advertiser;
  readonly creator: { readonly id: number; readonly api: Client };
  readonly listing: Listing;
}

export type Action =
  | 'accept'
  | 'decline'
  | 'submit'
  | 'approve'
  | 'request-changes'
  | 'cancel'
  | 'issues'
  | 'change-proposals'
  | 'statements';

/** Funded assignments and the actions of their parties through the public API. Only expiry needs the jobs. */
export function assignmentsOf(market: Market, baseUrl: string, jobs?: Jobs) {
  let hired: Promise<Person> | undefined;
  /** A member of staff who decides disputes. */
  function staff(): Promise<Person> {
    hired ??= peopleOf(baseUrl, market).aPerson({ roles: ['STAFF'] });
    return hired;
  }

  const pathOf = ({ id }: Work) => `/placement-assignments/${id}`;
  const seenBy = async (api: Client, work: Work) => (await api.get(pathOf(work))).body.data;

  const versionOf = async ({ id }: Work): Promise<number> =>
    (await market.one('select version from placement_assignments where id = $1', [id])).version;

  /** Requests an action at the current version, with a valid body. */
  async function act(work: Work, api: Client, action: Action, changes: object = {}): Promise<Reply> {
    const body = { expectedVersion: await versionOf(work), ...bodies[action], ...changes };
    return api.post(`${pathOf(work)}/${action}`, body);
  }

  /** Delivers every result. */
  const deliver = ({ id }: Work) =>
    market.pool.query(
      `update deliverables set url = 'https://www.twitch.tv/videos/2012345' || id, content_id = '2012345' || id where assignment_id = $1`,
      [id],
    );

  /** A new assignment in a state, reached by its parties. */
  async function assignmentIn(status: AssignmentStatus, options: AssignmentOptions = {}): Promise<Work> {
    const work = await anAssignment(market, baseUrl, options);
    for (const step of ways[status]) await steps[step]?.(work);
    return work;
  }

  const untouched = new Map<AssignmentStatus, Promise<Work>>();
  const steps = stepsOf({ act, must, deliver, staff, lapse: lapsing(market, jobs) });

  /** One assignment in a state, shared by all tests that do not change it. */
  function untouchedIn(status: AssignmentStatus): Promise<Work> {
    const work = untouched.get(status) ?? assignmentIn(status);
    untouched.set(status, work);
    return work;
  }

  return {
    ...{ assignmentIn, untouchedIn, act, must, deliver, seenBy, pathOf, staff },
    anAssignment: (options?: AssignmentOptions) => anAssignment(market, baseUrl, options),
    moneyOf: (work: Work) => moneyOf(market, work),
  };
}

interface AssignmentOptions {
  readonly cents?: number;
  readonly proofModes?: string[];
  readonly proofTemplate?: object;
  readonly quantity?: 1 | 5 | 10;
  readonly item?: object;
  /** A new one by default. */
  readonly creator?: Creator;
}

async function anAssignment(
  market: Market,
  baseUrl: string,
  {
    cents = 10_000,
    proofModes = ['PUBLIC_VOD'],
    proofTemplate = {},
    quantity = 1,
    item = {},
    creator: seller,
  }: AssignmentOptions = {},
): Promise<Work> {
  const advertiser = await market.anAdvertiser({ fundsCents: 10_000_000 });
  const listing = await market.aListing({ cents, proofModes, proofTemplate, creator: seller ?? null });
  const discounts = { 1: 0, 5: 1_000, 10: 2_000 };
  const results = Array.from({ length: quantity }, () => ({ expectedAt: inDays(20) }));
  const quoted = await market.aQuote(advertiser, listing, {
    quantity,
    discountBps: discounts[quantity],
    results,
    ...item,
  });
  const { data } = created(await market.checkOut(advertiser, quoted)).body;
  const apiKey = await market.aKey(listing.creator.id);
  const creator = { id: listing.creator.id, api: clientOf(baseUrl, apiKey) };
  return { id: data.assignments[0].id, orderId: data.order.id, advertiser, creator, listing };
}

async function must(reply: Promise<Reply>): Promise<Reply> {
  const answer = await reply;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}

/**
 * Lets assignments expire, one after the other: a concurrent job would lock the assignment and leave nothing for its
 * own job.
 */
function lapsing(market: Market, jobs: Jobs | undefined) {
  let lapsed: Promise<unknown> = Promise.resolve();
  async function lapse({ id }: Work): Promise<void> {
    if (!jobs) throw new Error('work expires by a job');
    await market.pool.query(`update placement_assignments set accept_by = now() - interval '1 minute' where id = $1`, [
      id,
    ]);
    await jobs.run('expire-unaccepted');
  }
  return (work: Work) => {
    lapsed = lapsed.then(() => lapse(work));
    return lapsed;
  };
}

interface Acts {
  act(work: Work, api: Client, action: Action): Promise<Reply>;
  must(reply: Promise<Reply>): Promise<Reply>;
  deliver(work: Work): Promise<unknown>;
  staff(): Promise<Person>;
  lapse(work: Work): Promise<unknown>;
}

const stepsOf = ({
  act,
  must,
  deliver,
  staff,
  lapse,
}: Acts): Readonly<Record<string, (work: Work) => Promise<unknown>>> => {
  return {
    accept: (work) => must(act(work, work.creator.api, 'accept')),
    deliver: (work) => deliver(work),
    decline: (work) => must(act(work, work.creator.api, 'decline')),
    leave: (work) => must(act(work, work.creator.api, 'cancel')),
    submit: async (work) => {
      await deliver(work);
      return must(act(work, work.creator.api, 'submit'));
    },
    approve: (work) => must(act(work, work.advertiser.api, 'approve')),
    change: (work) => must(act(work, work.advertiser.api, 'request-changes')),
    dispute: (work) => must(act(work, work.creator.api, 'issues')),
    split: async ({ id }) => {
      const body = { outcome: 'SPLIT', creatorShareBps: 5_000, note: 'Half of it was there.' };
      return must((await staff()).twin.post(`/staff/assignments/${id}/resolve`, body));
    },
    lapse,
  };
};

/** The state of the reserve, and the earnings of the creator. */
async function moneyOf(market: Market, { id, creator }: Work): Promise<Money> {
  const { released, refunded } = await market.one(
    'select released, refunded from ledger_holds where assignment_id = $1',
    [id],
  );
  const account = await market.one(`select balance from ledger_accounts where owner_id = $1 and kind = 'AVAILABLE'`, [
    creator.id,
  ]);
  return { released, refunded, creator: account?.balance ?? '0' };
}

export const bodies: Readonly<Record<Action, object>> = {
  accept: {},
  decline: {},
  submit: {},
  approve: {},
  'request-changes': { reason: 'The logo is missing.' },
  cancel: {},
  issues: { reason: 'QUALITY', description: 'It is not what was ordered.' },
  'change-proposals': { kind: 'DUE_DATE', dueAt: new Date(Date.now() + 60 * 86_400_000).toISOString(), results: [] },
  // A statement keeps the version, and names none.
  statements: { expectedVersion: undefined, text: 'It is what was ordered.' },
};
