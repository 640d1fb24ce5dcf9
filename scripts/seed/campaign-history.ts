import {
  accountIdOf,
  type CampaignDay,
  type Published,
  publishedBy,
  type Started,
  submitPosts,
} from './campaign-posts.ts';
import { provePost } from './campaign-proofs.ts';
import { campaigns, type SeededLink } from './campaigns.ts';

/** Runs what happens in the campaigns on one day. After an interruption it repeats nothing but the visits of the links. */
export async function runCampaigns(day: CampaignDay): Promise<void> {
  const started = await startCampaigns(day);
  if (started.length === 0) return;
  const published = publishedBy(day.daysAgo, started);
  await submitPosts(day, published);
  for (const one of published) await decide(day, one);
  for (const one of published) await provePost(day, one);
  for (const one of started) {
    await visitLinks(day, one);
    await complete(day, one);
  }
}

interface Listed {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly allowedActions: readonly string[];
}

/** Creates and starts the campaigns of the day. Returns all that have started. */
async function startCampaigns({ daysAgo, advertiser, manage }: CampaignDay): Promise<readonly Started[]> {
  const due = campaigns.filter(({ startedDaysAgo }) => startedDaysAgo >= daysAgo);
  const known = due.length === 0 ? [] : await advertiser.get<Listed[]>('/campaigns?limit=100');
  const started: Started[] = [];
  for (const seeded of due) {
    const { terms } = seeded;
    const campaign =
      known.find(({ title }) => title === terms.title) ?? (await (await manage()).post<Listed>('/campaigns', terms));
    const path = `/campaigns/${campaign.id}`;
    if (campaign.allowedActions.includes('start'))
      await (await manage()).post(`${path}/start`, { expectedVersion: campaign.version });
    started.push({ seeded, id: campaign.id, submitted: await advertiser.get(`${path}/posts?limit=100`) });
  }
  return started;
}

async function decide({ daysAgo, manage }: CampaignDay, { campaignId, post, known }: Published): Promise<void> {
  // A new post has none, and neither has one that was decided before an interruption.
  if (!known?.allowedActions.length) return;
  const path = `/campaigns/${campaignId}/posts/${known.id}`;
  const { acceptedDaysAgo, rejected } = post;
  if (acceptedDaysAgo === daysAgo) await (await manage()).post(`${path}/accept`);
  if (rejected?.daysAgo === daysAgo)
    await (await manage()).post(`${path}/reject`, { reason: rejected.reason, note: rejected.note });
}

/** Makes the links of the day, and visits all of the campaign until it ends. */
async function visitLinks(day: CampaignDay, { seeded, id }: Started): Promise<void> {
  if (day.daysAgo < (seeded.completedDaysAgo ?? 0)) return;
  const path = `/campaigns/${id}/tracking-links`;
  const known = await day.advertiser.get<{ label: string; url: string }[]>(`${path}?limit=100`);
  for (const link of seeded.links.filter(({ madeDaysAgo }) => madeDaysAgo >= day.daysAgo)) {
    const { url } = known.find(({ label }) => label === link.label) ?? (await makeLink(day, path, link));
    await Promise.all(visitorsOn(day.daysAgo, link).map((address) => visit(url, address)));
  }
}

async function makeLink(day: CampaignDay, path: string, { label, destinationUrl, account }: SeededLink) {
  const body = { label, destinationUrl, ...(account && { socialAccountId: await accountIdOf(day, account) }) };
  return (await day.manage()).post<{ url: string }>(path, body);
}

/** Addresses of the visitors on a day. Some come again on other days. */
const visitorsOn = (daysAgo: number, { visitorsPerDay }: SeededLink): string[] =>
  Array.from({ length: visitorsPerDay }, (_, n) => `203.0.113.${1 + ((n * 11 + daysAgo * 7) % 25)}`);

/** Follows a link as a browser does. */
async function visit(url: string, address: string): Promise<void> {
  const headers = { 'user-agent': browser, 'cf-connecting-ip': address };
  const answer = await fetch(url, { headers, redirect: 'manual' });
  if (answer.status !== 302) throw new Error(`${url} answered ${answer.status}`);
}

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function complete({ daysAgo, advertiser, manage }: CampaignDay, { seeded, id }: Started): Promise<void> {
  if (seeded.completedDaysAgo !== daysAgo) return;
  const { version, allowedActions } = await advertiser.get<Listed>(`/campaigns/${id}`);
  if (allowedActions.includes('complete'))
    await (await manage()).post(`/campaigns/${id}/complete`, { expectedVersion: version });
}
