import type { Platform } from '../../schema/enums.ts';
import { workerConfig } from '../local/worker-config.ts';
import { apiOf } from './api.ts';
import { buy, itemOf } from './buy.ts';
import { type Deal, deals, type Step } from './deals.ts';

const dayMs = 86_400_000;
const everyMinute = '* * * * *';

/** How long before the machine's time the demo market begins. */
export const historyMs = 42 * dayMs;

export interface HistoryTarget {
  readonly baseUrl: string;
  /** Moves the clock, and runs the crons of each day. */
  readonly controlUrl: string;
  readonly advertiserKey: string;
  /** By handle: whoever sells in `deals`. */
  readonly creatorKeys: ReadonlyMap<string, string>;
}

type Api = ReturnType<typeof apiOf>;

/**
 * Lives through the days from the time of the stack to that of the machine: on each, the deals take their next steps and the
 * cron of every minute runs; on each third day the slower crons run too, so that the first start stays short. A stack whose
 * clock is not behind has its past already, and nothing happens.
 */
export async function makeHistory({ baseUrl, controlUrl, advertiserKey, creatorKeys }: HistoryTarget): Promise<void> {
  const advertiser = apiOf(baseUrl, advertiserKey);
  const works = new Map<Deal, string>();

  async function act(deal: Deal, step: Step): Promise<void> {
    const creator = apiOf(baseUrl, creatorKeys.get(deal.handle) ?? '');
    if (step === 'order') {
      const listing = await listingOf(creator, deal.platform);
      const [work] = await buy(advertiser, [itemOf(listing, deal.brief, (await clock(controlUrl)).now)]);
      works.set(deal, `/placement-assignments/${work?.id}`);
      return;
    }
    const path = works.get(deal);
    if (path === undefined) return; // It was ordered before this run.
    if (step === 'submit') await deliver(creator, path, deal.post);
    const { version: expectedVersion } = await creator.get<Versioned>(path);
    const isOfAdvertiser = step === 'approve' || step === 'request-changes';
    const reason = step === 'request-changes' && 'Please say the name of the product once more.';
    await (isOfAdvertiser ? advertiser : creator).post(`${path}/${step}`, {
      expectedVersion,
      ...(reason && { reason }),
    });
  }

  let { aheadMs } = await clock(controlUrl);
  while (aheadMs < 0) {
    const daysAgo = Math.ceil(-aheadMs / dayMs);
    for (const { deal, step } of stepsOn(daysAgo)) await act(deal, step);
    const isWholeDay = daysAgo % 3 === 0;
    for (const cron of isWholeDay ? workerConfig().crons : [everyMinute]) await order(controlUrl, '/cron', { cron });
    // To the start of the next day of the story; the last step ends at the machine's time to the millisecond.
    await order(controlUrl, '/clock', { onMs: -(daysAgo - 1) * dayMs - aheadMs });
    ({ aheadMs } = await clock(controlUrl));
  }
}

const stepsOn = (daysAgo: number) =>
  deals.flatMap((deal) => deal.steps.filter(([day]) => day === daysAgo).map(([, step]) => ({ deal, step })));

async function listingOf(creator: Api, platform: Platform): Promise<number> {
  const channels = await creator.get<{ id: number; platform: Platform }[]>('/influencer-channels');
  const { id } = channels.find((channel) => channel.platform === platform) ?? {};
  const { services } = await creator.get<{ services: { serviceListingId: number }[] }>(
    `/influencer-channels/${id}/pricing`,
  );
  return services[0]?.serviceListingId ?? 0;
}

interface Versioned {
  readonly id: number;
  readonly version: number;
}

async function deliver(creator: Api, path: string, url: string): Promise<void> {
  const [result] = await creator.get<Versioned[]>(`${path}/deliverables`);
  await creator.put(`${path}/deliverables/${result?.id}`, { expectedVersion: result?.version, url });
}

/** The time of the stack, and how far it is ahead of the machine's. */
async function clock(controlUrl: string): Promise<{ now: Date; aheadMs: number }> {
  const { now, aheadMs }: { now: string; aheadMs: number } = await (await fetch(`${controlUrl}/clock`)).json();
  return { now: new Date(now), aheadMs };
}

async function order(controlUrl: string, path: string, body: object): Promise<void> {
  const answer = await fetch(controlUrl + path, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
}
