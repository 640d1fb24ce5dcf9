import { createHash } from 'node:crypto';
import type { ChangedPost } from '../local/endpoints/social-simulator/world.ts';
import { sendControl } from '../local/send-control.ts';
import type { apiOf } from './api.ts';
import { factories, reportLabel, type SeededFactory, type SeededWatch, watchedDays } from './factories.ts';

type Api = ReturnType<typeof apiOf>;

/** A day of the history, and those who act in factories on it. */
export interface FactoryDay {
  readonly daysAgo: number;
  /** Acts with a key of the advertiser. */
  readonly advertiser: Api;
  /** Acts with a token of the advertiser: only a token can change factories. */
  manage(): Promise<Api>;
  now(): Promise<Date>;
  readonly controlUrl: string;
  readonly socialUrl: string;
}

const dayMs = 86_400_000;
const credits = 3_000;

/** Makes the factories on their first day, and shows the posts of their accounts with the views of the day. Lists are scanned by the next cron. */
export async function runFactories(day: FactoryDay): Promise<void> {
  if (day.daysAgo > watchedDays) return;
  for (const { accounts } of factories) for (const account of accounts) await showAccount(day, account);
  await makeFactories(day);
  await sendControl(day.controlUrl, 'POST', '/cron', { cron: '* * * * *' });
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Only what is missing, so that an interrupted seed resumes. */
async function makeFactories({ advertiser, manage }: FactoryDay): Promise<void> {
  const known = await advertiser.get<Named[]>('/factories?limit=100');
  const missing = factories.filter(({ settings }) => known.every(({ name }) => name !== settings.name));
  if (missing.length === 0) return;
  const api = await manage();
  const { balance } = await advertiser.get<{ balance: number }>('/factories/credits');
  if (balance === 0) await buyCredits(api);
  for (const factory of missing) await makeFactory(api, factory);
}

async function buyCredits(api: Api): Promise<void> {
  const { limits } = await api.get<{ limits: { creditPriceRaw: string } }>('/dictionaries');
  const priceRaw = String(BigInt(limits.creditPriceRaw) * BigInt(credits));
  await api.post('/factories/credits/purchase', { credits, priceRaw, confirm: true });
}

async function makeFactory(api: Api, { settings, accounts }: SeededFactory): Promise<void> {
  const { id } = await api.post<Named>('/factories', settings);
  for (const { handle, tag } of accounts) {
    const account = await api.post<Named>(`/factories/${id}/accounts`, { platform: 'YOUTUBE', handle });
    await api.put(`/factories/${id}/accounts/${account.id}/tags`, { tagIds: [await tagOf(api, tag)] });
  }
}

async function tagOf(api: Api, name: string): Promise<number> {
  const known = (await api.get<Named[]>('/factories/tags?limit=100')).find((tag) => tag.name === name);
  return (known ?? (await api.post<Named>('/factories/tags', { name }))).id;
}

/**
 * A new share link of the first factory; null without history, and so without factories. It replaces the link of an earlier seed, whose secret
 * nobody knows any more.
 */
export async function shareReport(advertiser: Api, api: Api): Promise<string | null> {
  const name = factories[0]?.settings.name;
  const factory = (await advertiser.get<Named[]>('/factories?limit=100')).find((one) => one.name === name);
  if (factory === undefined) return null;
  const path = `/factories/${factory.id}/share-links`;
  const former = await advertiser.get<{ id: string; label: string | null }[]>(`${path}?limit=100`);
  for (const { id } of former.filter(({ label }) => label === reportLabel)) await api.delete(`${path}/${id}`);
  const { sharePath } = await api.post<{ sharePath: string }>(path, { label: reportLabel });
  return sharePath;
}

async function showAccount({ daysAgo, now, socialUrl }: FactoryDay, account: SeededWatch): Promise<void> {
  const today = (await now()).getTime();
  const posts = account.titles.flatMap((title, index): ChangedPost[] => {
    const age = index * account.everyDays + 2 - daysAgo;
    // The latest post is published two days before the end of the history.
    return age < 0 ? [] : [postOf(account, title, index, { age, today })];
  });
  const address = `${socialUrl}/simulator/youtube/accounts/${account.handle}`;
  const answer = await fetch(address, { method: 'PUT', body: JSON.stringify({ title: titleOf(account), posts }) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
}

interface Age {
  readonly age: number;
  readonly today: number;
}

/** Views come fast at first, and then slower. */
function postOf(account: SeededWatch, title: string, index: number, { age, today }: Age): ChangedPost {
  const reached = account.peakViews * (1 - ((index * 37) % 50) / 100);
  const views = Math.round(reached * (1 - Math.exp(-(age + 0.4) / 5)));
  return {
    id: idOf(account, index),
    title,
    publishedAt: new Date(today - age * dayMs - 3 * 3_600_000).toISOString(),
    views,
    likes: account.hidesLikes ? null : Math.round(views * (0.031 + (index % 4) * 0.006)),
    comments: Math.round(views * 0.0024),
  };
}

/** Ids in the form of YouTube, the same in each run. */
const idOf = ({ handle }: SeededWatch, index: number): string =>
  createHash('sha256').update(`${handle} ${index}`).digest('base64url').slice(0, 11);

const titleOf = ({ handle }: SeededWatch): string => `${handle.charAt(0).toUpperCase()}${handle.slice(1)}`;
