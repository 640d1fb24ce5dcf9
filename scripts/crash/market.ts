import pg from 'pg';
import { fundedAdvertiser } from '../bench/orders.ts';
import type { Stack } from '../local/stack.ts';
import { apiOf } from '../seed/api.ts';
import { creators } from '../seed/creators.ts';
import { openShop } from '../seed/shop.ts';
import { createDemoUser } from '../seed/users.ts';

/** A creator with a service. */
export interface CrashShop {
  readonly databaseUrl: string;
  readonly creatorKey: string;
  readonly listingId: number;
}

/** The shop, and an advertiser with ample funds. */
export interface CrashMarket extends CrashShop {
  readonly advertiserKey: string;
}

export async function makeShop({ baseUrl, services }: Stack): Promise<CrashShop> {
  const databaseUrl = services.database?.adminUrl ?? '';
  const shop = creators.find(({ platforms }) => platforms[0] === 'TWITCH');
  if (!shop) throw new Error('no seeded creator streams');
  const creator = await createDemoUser({
    baseUrl,
    displayName: shop.name,
    email: `${shop.handle}@crash.invalid`,
    password: 'correct horse battery',
    roles: ['CREATOR'],
    scopes: ['read', 'write'],
  });
  await openShop(baseUrl, creator.apiKey, shop, new Map());
  const api = apiOf(baseUrl, creator.apiKey);
  const [channel] = await api.get<{ id: number }[]>('/influencer-channels');
  const pricing = await api.get<{ services: { serviceListingId: number; type: string }[] }>(
    `/influencer-channels/${channel?.id}/pricing`,
  );
  const stream = pricing.services.find(({ type }) => type === 'STREAM');
  if (!stream) throw new Error('the shop has no stream');
  return { databaseUrl, creatorKey: creator.apiKey, listingId: stream.serviceListingId };
}

/** Adds an advertiser. Each round has its own, because an advertiser has a limited number of drafts. */
export async function withAdvertiser(shop: CrashShop): Promise<CrashMarket> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  try {
    const { apiKey } = await fundedAdvertiser(client);
    return { ...shop, advertiserKey: apiKey };
  } finally {
    await client.end();
  }
}
