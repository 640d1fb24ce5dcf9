import { openDb } from '../db/client.ts';
import { changeStaff } from './grant-staff.ts';
import type { SeedTarget } from './local/seed-once.ts';
import { creators } from './seed/creators.ts';
import { addCreator, publishCreator } from './seed/market.ts';
import { createDemoUser, type DemoUser } from './seed/users.ts';

const fundsCents = '500000';
const mailDomain = 'castline.example';

/** What demo.json tells: who is there to try things with. */
export interface Demo {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly advertiser: Account & { readonly apiKey: string };
  readonly creator: Account & { readonly apiKey: string };
  readonly staff: Account;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** The demo market: sixty published creators, an advertiser with funds, a creator and staff. Safe to repeat. */
export async function seed({ adminDatabaseUrl, bindings, baseUrl }: SeedTarget): Promise<Demo> {
  const now = new Date();
  const db = openDb({ DATABASE_URL: bindings.DATABASE_URL ?? '', NEON_FETCH_ENDPOINT: bindings.NEON_FETCH_ENDPOINT });
  const [first, ...others] = creators;
  if (first === undefined) throw new Error('there are no creators to seed');
  for (const [index, creator] of others.entries()) await addCreator(db, creator, index + 1, now);

  const staff = await demoUser(baseUrl, 'Castline Staff', 'staff', []);
  await changeStaff(adminDatabaseUrl, 'grant', staff.email);
  const advertiser = await demoUser(baseUrl, 'Northwind Studio', 'advertiser', ['ADVERTISER']);
  const creator = await demoUser(baseUrl, first.name, 'creator', ['CREATOR']);
  await publishCreator(db, creator.userId, first, 0, now);
  await deposit(baseUrl, staff, advertiser.userId);
  return {
    baseUrl,
    docsUrl: `${baseUrl}/docs`,
    advertiser: keyed(advertiser),
    creator: keyed(creator),
    staff: { email: staff.email, password: staff.password },
  };
}

const demoUser = (baseUrl: string, displayName: string, name: string, roles: readonly ('ADVERTISER' | 'CREATOR')[]) =>
  createDemoUser({
    baseUrl,
    displayName,
    email: `${name}@${mailDomain}`,
    password: `demo-${name}-password`,
    roles,
    scopes: roles.length === 0 ? [] : ['read', 'write'],
  });

const keyed = ({ email, password, apiKey }: DemoUser) => ({ email, password, apiKey });

/** Staff books the funds, once: the reference is always the same. */
async function deposit(baseUrl: string, staff: DemoUser, userId: number): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/staff/users/${userId}/deposits`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${staff.token}`,
      'content-type': 'application/json',
      'idempotency-key': '0198f1c2-0000-7000-8000-00000000d3e0',
    },
    body: JSON.stringify({ amountCents: fundsCents, reference: 'demo-funds' }),
  });
  if (!response.ok) throw new Error(`the demo funds were refused: ${await response.text()}`);
}
