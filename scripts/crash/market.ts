import pg from 'pg';
import { fundedAdvertiser } from '../bench/orders.ts';
import type { Stack } from '../local/stack.ts';
import { apiOf } from '../seed/api.ts';
import { creators } from '../seed/creators.ts';
import { openShop } from '../seed/shop.ts';
import { createDemoUser } from '../seed/users.ts';

/** A creator with a service, and an advertiser with ample funds. */
export interface CrashMarket {
  readonly databaseUrl: string;
  readonly advertiserKey: string;
  readonly creatorKey: string;
  readonly listingId: number;
}

export async function makeMarket({ baseUrl, services }: Stack): Promise<CrashMarket> {
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
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { apiKey } = await fundedAdvertiser(client);
    return {
      databaseUrl,
      advertiserKey: apiKey,
      creatorKey: creator.apiKey,
      listingId: stream?.serviceListingId ?? 0,
    };
  } finally {
    await client.end();
  }
}
