import { beforeEach } from 'vitest';
import type { TrackingLinkView } from '../../../schema/campaigns/tracking-link.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { clientOf, type Reply } from '../client.ts';
import { type OwnMarket, ownMarket } from '../stack/own-market.ts';
import { campaignsOf, dataOf } from './campaigns.ts';
import type { Person } from './people.ts';

export const destinationUrl = 'https://shop.example/summer?from=castline#drinks';

/** Makes a tracking link of a campaign. */
export const aLink = async (
  advertiser: Pick<Person, 'api'>,
  { id }: { readonly id: number },
  changes: object = {},
): Promise<Reply['body']> =>
  dataOf(await advertiser.api.post(`/campaigns/${id}/tracking-links`, { destinationUrl, ...changes }), 201);

/** The user agent of a person. */
export const aBrowser = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

export interface Visit {
  readonly method?: 'GET' | 'HEAD';
  readonly address?: string;
  /** Null: the header is absent. */
  readonly userAgent?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests a link as a browser does. */
export function visitorsOf(baseUrl: string) {
  const caller = clientOf(baseUrl, null, '');
  return ({ code }: { readonly code: string }, visit: Visit = {}): Promise<Reply> => {
    const { method = 'GET', address = '203.0.113.7', userAgent = aBrowser, headers = {} } = visit;
    const own = { 'cf-connecting-ip': address, ...(userAgent !== null && { 'user-agent': userAgent }), ...headers };
    return caller.send(method, `/t/${code}`, { key: null, headers: own });
  };
}

/** A running campaign with a link. */
export interface LinkedCampaign {
  readonly advertiser: Person;
  readonly campaign: { readonly id: number; readonly version: number };
  readonly link: TrackingLinkView;
}

export const fiveMinutes = 300_000;

/** Clicks of links of a stack whose clock the test moves. */
export function clicksOf({ stack, market, control }: OwnMarket) {
  const campaigns = campaignsOf(stack.baseUrl, market);

  async function saltedLink({ advertiser, campaign }: Omit<LinkedCampaign, 'link'>): Promise<TrackingLinkView> {
    const link = await aLink(advertiser, campaign);
    // A sketch sees some visitors as one: with this salt it is the same ones in each run.
    await market.pool.query(`update tracking_links set salt = sha256('salt') where id = $1`, [link.id]);
    return link;
  }

  async function aLinkedCampaign(): Promise<LinkedCampaign> {
    const advertiser = await campaigns.anAdvertiser();
    const campaign = await campaigns.aRunning(advertiser);
    return { advertiser, campaign, link: await saltedLink({ advertiser, campaign }) };
  }

  /** More links of the campaign. */
  const linksOf = (linked: LinkedCampaign, count: number): Promise<readonly TrackingLinkView[]> =>
    Promise.all(Array.from({ length: count }, () => saltedLink(linked)));

  /** Waits until all clicks are counted, except those that the queue delivers again later. */
  async function untilCounted(): Promise<void> {
    await control.untilNothingIsDeferred();
    await control.untilQueuesAreEmpty();
  }

  /** The counts of a link, once its sketch is kept. It moves the clock by five minutes. */
  async function countsOf(linked: LinkedCampaign) {
    return (await countsOfAll(linked, [linked.link]))[0] ?? missing('the link');
  }

  /** The counts of these links of a campaign. */
  async function countsOfAll({ advertiser, campaign }: LinkedCampaign, links: readonly { readonly id: number }[]) {
    await untilCounted();
    await control.moveOn(fiveMinutes);
    await control.run('keep-sketches');
    const list = await advertiser.keyed.get(`/campaigns/${campaign.id}/tracking-links`);
    const listed: readonly TrackingLinkView[] = list.body.data;
    return links.map((link) => {
      const { clicks, uniqueClicks, lastClickAt } = listed.find(({ id }) => id === link.id) ?? missing('the link');
      return { clicks, uniqueClicks, lastClickAt };
    });
  }

  return { aLinkedCampaign, linksOf, untilCounted, countsOf, countsOfAll, visit: visitorsOf(stack.baseUrl) };
}

/** A stack of one test file, and before each of its tests a new campaign with a link. */
export interface OwnClicks {
  readonly own: OwnMarket;
  readonly clicks: ReturnType<typeof clicksOf>;
  readonly linked: LinkedCampaign;
}

export function ownClicks(begins: (made: OwnClicks) => unknown): void {
  let started: Omit<OwnClicks, 'linked'> | undefined;
  ownMarket((own) => {
    started = { own, clicks: clicksOf(own) };
  });
  beforeEach(async () => {
    if (started) begins({ ...started, linked: await started.clicks.aLinkedCampaign() });
  });
}
