import type { Platform } from '../../schema/shared/enums.ts';
import { apiOf } from './api.ts';
import type { SeededCreator } from './creators.ts';
import { handleOn, servicesOf, urlOf } from './offerings.ts';

/** The connected accounts of a creator, by platform. */
export type Accounts = ReadonlyMap<Platform, Listed>;

/** An account as its owner sees it. */
export interface Listed {
  readonly id: number;
  readonly platform: Platform;
  readonly avatarUrl: string | null;
}

export async function isOpen(baseUrl: string, token: string): Promise<boolean> {
  const api = apiOf(baseUrl, token, '/api/v1');
  return (await api.get<{ status: string }>('/influencer-profile/page')).status === 'PUBLISHED';
}

/** Opens the creator's shop with its own key: profile, channels, prices, published page. It does not change existing parts. */
export async function openShop(
  baseUrl: string,
  apiKey: string,
  creator: SeededCreator,
  accounts: Accounts,
): Promise<void> {
  const api = apiOf(baseUrl, apiKey);
  const { version } = await api.get<{ version: number }>('/influencer-profile');
  await api.patch('/influencer-profile', { expectedVersion: version, ...profileOf(creator) });
  const known = await api.get<{ id: number; platform: Platform }[]>('/influencer-channels');
  for (const [position, platform] of [...creator.platforms, ...creator.manual].entries()) {
    const id =
      known.find((channel) => channel.platform === platform)?.id ??
      (await api.post<{ id: number }>('/influencer-channels', channelOf(creator, platform, accounts))).id;
    const pricing = `/influencer-channels/${id}/pricing`;
    const prices = await api.get<{ version: number; services: unknown[] }>(pricing);
    if (prices.services.length > 0) continue;
    await api.put(pricing, { expectedVersion: prices.version, services: servicesOf(creator, platform, position) });
  }
  await api.post('/influencer-profile/page/publish', {});
}

function channelOf(creator: SeededCreator, platform: Platform, accounts: Accounts): object {
  const account = accounts.get(platform);
  if (account !== undefined) return { kind: 'NATIVE', socialAccountId: account.id };
  if (platform === 'KICK') return { kind: 'MANUAL', platform, handle: handleOn(platform, creator.handle) };
  return { kind: 'MANUAL', platform, canonicalUrl: urlOf(platform, creator.handle) };
}

const profileOf = ({ name, bio, topics, languages, country, handle }: SeededCreator) => ({
  displayName: name,
  bio,
  topics,
  languages,
  geo: [country],
  contacts: { email: `${handle}@demo.castline.example` },
});
