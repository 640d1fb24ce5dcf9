import type { Platform } from '../../schema/shared/enums.ts';
import { sendControl } from '../local/send-control.ts';
import { workerConfig } from '../local/workers/worker-config.ts';
import { apiOf } from './api.ts';
import { buy, itemOf } from './buy.ts';
import { runCampaigns } from './campaign-history.ts';
import type { CampaignDay } from './campaign-posts.ts';
import { campaigns, measuredDays } from './campaigns.ts';
import { type Deal, deals, type Step } from './deals.ts';
import { runFactories } from './factory-history.ts';

const dayMs = 86_400_000;
const everyMinute = '* * * * *';
const measuring = '*/5 * * * *';

/** The time between the start of the demo market and the time of the machine. */
export const historyMs = 42 * dayMs;

/** The handles of the creators who trade in the history. */
export const traders: ReadonlySet<string> = new Set([
  ...deals.map(({ handle }) => handle),
  ...campaigns.flatMap(({ posts }) => posts.map(({ handle }) => handle)),
]);

export interface HistoryTarget {
  readonly baseUrl: string;
  /** Moves the clock, and runs the crons of each day. */
  readonly controlUrl: string;
  readonly advertiserKey: string;
  /** Returns a new token of the advertiser. */
  advertiserToken(): Promise<string>;
  /** Returns a new token of staff. */
  staffToken(): Promise<string>;
  /** Returns an API key of a creator in `deals` or `campaigns`. */
  keyOf(handle: string): Promise<string>;
  /** Replaces the posts that an account shows for campaigns. */
  readonly showPosts: CampaignDay['show'];
  /** The simulator of the platforms; undefined: the real platforms are asked, and the factories of the demo are not made. */
  readonly socialUrl: string | undefined;
}

type Api = ReturnType<typeof apiOf>;

/**
 * Moves the clock day by day from the time of the stack to that of the machine. On each day it runs the next steps of
 * the deals and the campaigns, and the cron of every minute. On every third day it runs the slower crons too, so that the first start is
 * short; posts of campaigns are measured every day. It does nothing when the clock is not behind, and resumes after an interruption.
 */
export async function makeHistory(target: HistoryTarget): Promise<void> {
  const { baseUrl, controlUrl } = target;
  let { aheadMs } = await clockOf(controlUrl);
  if (aheadMs >= 0) return;
  // Tokens last 15 minutes and the clock moves, so everybody acts with a key where this is possible.
  const advertiser = apiOf(baseUrl, target.advertiserKey);
  const creators = new Map<string, Api>();
  for (const handle of traders) creators.set(handle, apiOf(baseUrl, await target.keyOf(handle)));
  const market: Market = {
    ...{ advertiser, show: target.showPosts },
    now: async () => (await clockOf(controlUrl)).now,
    creatorOf(handle) {
      const creator = creators.get(handle);
      if (creator === undefined) throw new Error(`${handle} has no key`);
      return creator;
    },
  };
  while (aheadMs < 0) {
    const daysAgo = Math.ceil(-aheadMs / dayMs);
    for (const { deal, step } of stepsOn(daysAgo)) await act(market, deal, step);
    const crons = cronsOn(daysAgo);
    if (crons.includes(measuring)) {
      const manage = signedInOnce(target, target.advertiserToken);
      await runCampaigns({ ...market, daysAgo, manage, staff: signedInOnce(target, target.staffToken) });
    }
    if (target.socialUrl) {
      const manage = signedInOnce(target, target.advertiserToken);
      await runFactories({ ...market, daysAgo, manage, controlUrl, socialUrl: target.socialUrl });
    }
    for (const cron of crons) await sendControl(controlUrl, 'POST', '/cron', { cron });
    // Moves to the start of the next day. The last move ends exactly at the time of the machine.
    await sendControl(controlUrl, 'POST', '/clock', { onMs: -(daysAgo - 1) * dayMs - aheadMs });
    ({ aheadMs } = await clockOf(controlUrl));
  }
}

/** Signs in at most once. */
function signedInOnce({ baseUrl }: HistoryTarget, newToken: () => Promise<string>): () => Promise<Api> {
  let signedIn: Promise<Api> | undefined;
  return () => {
    signedIn ??= newToken().then((token) => apiOf(baseUrl, token, '/api/v1'));
    return signedIn;
  };
}

function cronsOn(daysAgo: number): readonly string[] {
  if (daysAgo % 3 === 0) return workerConfig().crons;
  return daysAgo <= measuredDays ? [everyMinute, measuring] : [everyMinute];
}

type Market = Omit<CampaignDay, 'daysAgo' | 'manage' | 'staff'>;

async function act({ advertiser, creatorOf, now }: Market, deal: Deal, step: Step): Promise<void> {
  const creator = creatorOf(deal.handle);
  const work = await workOf(advertiser, deal);
  if (step === 'order' && work === undefined) {
    const listing = await listingOf(creator, deal.platform);
    await buy(advertiser, [itemOf(listing, deal.brief, await now())]);
    return;
  }
  const actor = ['approve', 'request-changes', 'issues'].includes(step) ? advertiser : creator;
  const path = `/placement-assignments/${work?.id}`;
  // After an interruption, the steps before it are no longer allowed.
  if (work === undefined || !(await actor.get<Work>(path)).allowedActions.includes(step)) return;
  if (step === 'submit') await deliver(creator, path, deal.post);
  const { version: expectedVersion } = await actor.get<Work>(path);
  await actor.post(`${path}/${step}`, { expectedVersion, ...texts[step] });
}

/** What a party writes with a step. */
const texts: Readonly<Partial<Record<Step, object>>> = {
  'request-changes': { reason: 'Please say the name of the product once more.' },
  issues: {
    reason: 'The link was missing',
    description:
      'The story shows the portrait mode as agreed, but it had no link to the store. We ask for a part of the price back.',
  },
};

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
