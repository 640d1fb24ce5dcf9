import type { Platform } from '../../schema/shared/enums.ts';
import { sendControl } from '../local/send-control.ts';
import { workerConfig } from '../local/workers/worker-config.ts';
import { apiOf } from './api.ts';
import { buy, itemOf } from './buy.ts';
import { type Deal, deals, type Step } from './deals.ts';

const dayMs = 86_400_000;
const everyMinute = '* * * * *';

/** The time between the start of the demo market and the time of the machine. */
export const historyMs = 42 * dayMs;

export interface HistoryTarget {
  readonly baseUrl: string;
  /** Moves the clock, and runs the crons of each day. */
  readonly controlUrl: string;
  readonly advertiserKey: string;
  /** Returns an API key of a creator in `deals`. */
  keyOf(handle: string): Promise<string>;
}

type Api = ReturnType<typeof apiOf>;

/**
 * Moves the clock day by day from the time of the stack to that of the machine. On each day it runs the next steps of
 * the deals and the cron of every minute, and on every third day the slower crons too, so that the first start is
 * short. It does nothing when the clock is not behind, and resumes after an interruption.
 */
export async function makeHistory({ baseUrl, controlUrl, advertiserKey, keyOf }: HistoryTarget): Promise<void> {
  let { aheadMs } = await clockOf(controlUrl);
  if (aheadMs >= 0) return;
  const advertiser = apiOf(baseUrl, advertiserKey);
  // Tokens last 15 minutes and the clock moves, so creators act with keys.
  const creators = new Map<string, Api>();
  for (const { handle } of deals) if (!creators.has(handle)) creators.set(handle, apiOf(baseUrl, await keyOf(handle)));

  async function act(deal: Deal, step: Step): Promise<void> {
    const creator = creators.get(deal.handle);
    if (creator === undefined) throw new Error(`${deal.handle} has no key`);
    const work = await workOf(advertiser, deal);
    if (step === 'order' && work === undefined) {
      const listing = await listingOf(creator, deal.platform);
      await buy(advertiser, [itemOf(listing, deal.brief, (await clockOf(controlUrl)).now)]);
      return;
    }
    const actor = step === 'approve' || step === 'request-changes' ? advertiser : creator;
    const path = `/placement-assignments/${work?.id}`;
    // After an interruption, the steps before it are no longer allowed.
    if (work === undefined || !(await actor.get<Work>(path)).allowedActions.includes(step)) return;
    if (step === 'submit') await deliver(creator, path, deal.post);
    const { version: expectedVersion } = await actor.get<Work>(path);
    const reason = 'Please say the name of the product once more.';
    await actor.post(`${path}/${step}`, { expectedVersion, ...(step === 'request-changes' && { reason }) });
  }

  while (aheadMs < 0) {
    const daysAgo = Math.ceil(-aheadMs / dayMs);
    for (const { deal, step } of stepsOn(daysAgo)) await act(deal, step);
    const crons = daysAgo % 3 === 0 ? workerConfig().crons : [everyMinute];
    for (const cron of crons) await sendControl(controlUrl, 'POST', '/cron', { cron });
    // Moves to the start of the next day. The last move ends exactly at the time of the machine.
    await sendControl(controlUrl, 'POST', '/clock', { onMs: -(daysAgo - 1) * dayMs - aheadMs });
    ({ aheadMs } = await clockOf(controlUrl));
  }
}

interface Work {
  readonly id: number;
  readonly version: number;
  readonly brief: string;
  readonly allowedActions: readonly string[];
}

/** The brief identifies a deal. */
const workOf = async (advertiser: Api, { brief }: Deal): Promise<Work | undefined> =>
  (await advertiser.get<Work[]>('/placement-assignments?limit=100')).find((work) => work.brief === brief);

const stepsOn = (daysAgo: number) =>
  deals.flatMap((deal) => deal.steps.filter(([day]) => day === daysAgo).map(([, step]) => ({ deal, step })));

async function listingOf(creator: Api, platform: Platform): Promise<number> {
  const channels = await creator.get<{ id: number; platform: Platform }[]>('/influencer-channels');
  const channel = channels.find((one) => one.platform === platform);
  if (channel === undefined) throw new Error(`the creator sells nothing on ${platform}`);
  const { services } = await creator.get<{ services: { serviceListingId: number }[] }>(
    `/influencer-channels/${channel.id}/pricing`,
  );
  const [first] = services;
  if (first === undefined) throw new Error(`the creator sells nothing on ${platform}`);
  return first.serviceListingId;
}

async function deliver(creator: Api, path: string, url: string): Promise<void> {
  const [result] = await creator.get<{ id: number; version: number }[]>(`${path}/deliverables`);
  await creator.put(`${path}/deliverables/${result?.id}`, { expectedVersion: result?.version, url });
}

/** The time of the stack, and its offset from the machine's clock. */
export async function clockOf(controlUrl: string): Promise<{ now: Date; aheadMs: number }> {
  const { now, aheadMs } = await sendControl<{ now: string; aheadMs: number }>(controlUrl, 'GET', '/clock');
  return { now: new Date(now), aheadMs };
}
