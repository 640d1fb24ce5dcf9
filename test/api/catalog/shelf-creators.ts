import { randomBytes } from 'node:crypto';
import type { QueryResult } from 'pg';

/** The time of all view measurements: recent enough for the nightly sweep to keep them. */
export const measuredAt = `${new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;

export interface ServiceSpec {
  readonly type?: string;
  readonly variant?: string;
  readonly cents?: number;
  readonly title?: string;
  readonly terms?: string;
  readonly packages?: readonly { readonly quantity: number; readonly discountBps: number }[];
  readonly isPublished?: boolean;
  readonly proofTemplate?: object;
}

export interface AudienceSpec {
  readonly geo: Readonly<Record<string, number>>;
  readonly capturedAt?: string;
  readonly isVerified?: boolean;
  readonly followers?: number;
}

/** The counts of a post; null is unknown. */
export interface PostSpec {
  readonly views: number | null;
  readonly likes?: number | null;
  readonly comments?: number | null;
}

export interface ChannelSpec {
  readonly platform?: string;
  readonly handle?: string;
  /** A native channel on an account of the creator. */
  readonly account?: { readonly status?: string; readonly isVerified?: boolean };
  readonly audiences?: readonly AudienceSpec[];
  /** The views of its posts, the latest first. */
  readonly views?: readonly (number | null)[];
  /** The same, with their other counts. */
  readonly posts?: readonly PostSpec[];
  readonly services?: readonly ServiceSpec[];
}

export interface CreatorSpec {
  readonly name?: string;
  readonly bio?: string;
  readonly topics?: readonly string[];
  readonly languages?: readonly string[];
  readonly geo?: readonly string[];
  readonly channelType?: string | null;
  readonly contacts?: object;
  readonly channels?: readonly ChannelSpec[];
  readonly at?: Date;
}

export interface Shown {
  readonly id: number;
  readonly publicId: string;
}

/** A unique word that separates the creators of a test from all others. Without vowels it forms no other word. */
export const aWord = () => `w${Array.from(randomBytes(14), (byte) => letters[byte % letters.length]).join('')}`;
const letters = '0123456789bcdfgh';

const units: Readonly<Record<string, string>> = { STREAM: 'STREAM', POST: 'POST', STORY: 'STORY', UGC: 'FILE' };
const proofs: Readonly<Record<string, string>> = { STREAM: 'PUBLIC_VOD', UGC: 'PRIVATE_FILE' };

/** Runs a statement as the owner of the database. */
export type Run = (query: string, values?: unknown[]) => Promise<QueryResult>;

export async function aCreator(run: Run, spec: CreatorSpec = {}): Promise<Shown> {
  const {
    name = 'A creator',
    bio = '',
    topics = [],
    languages = [],
    geo = [],
    channelType = null,
    at = new Date(),
  } = spec;
  const id = await idOf(run, `insert into users (name, email, roles) values ($1, $2, '{CREATOR}') returning id`, [
    name,
    `${aWord()}@castline.example`,
  ]);
  const { rows } = await run(
    `insert into creators (user_id, display_name, bio, topics, languages, geo, channel_type, contacts)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning public_id`,
    [id, name, bio, topics, languages, geo, channelType, spec.contacts ?? {}],
  );
  await run(
    `insert into creator_pages (creator_id, status, published_version, published_at, published_profile) values ($1, 'PUBLISHED', 1, $2, $3)`,
    [id, at, { displayName: name, bio, topics, languages, geo, channelType }],
  );
  for (const [position, channel] of (spec.channels ?? [{}]).entries()) await aChannel(run, id, channel, position);
  await refresh(run, id, at);
  return { id, publicId: rows[0].public_id };
}

async function aChannel(run: Run, creatorId: number, spec: ChannelSpec, position: number): Promise<number> {
  const { platform = 'TWITCH', handle = aWord(), account, services = [{}] } = spec;
  const accountId = account ? await anAccount(run, creatorId, platform, handle, account) : null;
  for (const audience of spec.audiences ?? []) await anAudience(run, accountId, audience);
  const channelId = await idOf(
    run,
    `insert into channels (creator_id, kind, platform, handle, canonical_url, social_account_id, position)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      creatorId,
      account ? 'NATIVE' : 'MANUAL',
      platform,
      handle,
      `https://channels.example/${platform.toLowerCase()}/${handle}`,
      accountId,
      position,
    ],
  );
  for (const [n, post] of (spec.posts ?? spec.views?.map((views) => ({ views })) ?? []).entries())
    await aPost(run, channelId, post, new Date(Date.UTC(2026, 0, 30 - n)));
  for (const service of services) await aService(run, creatorId, channelId, service);
  return channelId;
}

const anAccount = (
  run: Run,
  ownerId: number,
  platform: string,
  handle: string,
  { status = 'ACTIVE', isVerified = true }: NonNullable<ChannelSpec['account']>,
) =>
  idOf(
    run,
    `insert into social_accounts (owner_id, platform, handle, external_id, status, is_verified, verified_via)
     values ($1, $2, $3, $4, $5, $6, 'PLATFORM_API') returning id`,
    [ownerId, platform, handle, aWord(), status, isVerified],
  );

/** Read under a connection whose owner lets others see it. */
const anAudience = async (
  run: Run,
  accountId: number | null,
  { geo, capturedAt = '2026-01-01T00:00:00Z', isVerified = true, followers }: AudienceSpec,
) => {
  await run(
    `insert into social_grants (social_account_id, platform, scopes, status, sealed_access, due_at, connected_at, sharing_version, shared_at, updated_at)
     select id, platform, '{}', 'ACTIVE', 'sealed', now() + interval '1 day', now(), '2026-12', now(), now()
     from social_accounts where id = $1 on conflict do nothing`,
    [accountId],
  );
  await run(
    `insert into audience_snapshots (social_account_id, source, captured_at, verified_at, period_days, geo, followers, demo)
     values ($1, 'PLATFORM_API', $2, $3, 28, $4, $5, '[{"age": "18-24", "gender": "FEMALE", "share": 1, "evidenceId": 7}]')`,
    [
      accountId,
      capturedAt,
      isVerified ? capturedAt : null,
      JSON.stringify(Object.entries(geo).map(([country, share]) => ({ country, share }))),
      followers ?? null,
    ],
  );
};

const aPost = (run: Run, channelId: number, { views, likes, comments }: PostSpec, publishedAt: Date) =>
  run(
    `insert into channel_posts (channel_id, external_id, published_at, views, likes, comments, measured_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [channelId, aWord(), publishedAt, views, likes ?? null, comments ?? null, measuredAt],
  );

export function aService(run: Run, creatorId: number, channelId: number, spec: ServiceSpec): Promise<number> {
  const {
    type = 'STREAM',
    variant = 'MENTION',
    cents = 10_000,
    title = 'A service',
    terms = 'Free use.',
    isPublished = true,
  } = spec;
  return idOf(
    run,
    `insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options,
       usage_terms, is_published, proof_template) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      ...[
        channelId,
        creatorId,
        type,
        variant,
        units[type] ?? 'VIDEO',
        [proofs[type] ?? 'PUBLIC_URL'],
        title,
        BigInt(cents) * 10_000n,
      ],
      ...[
        JSON.stringify(spec.packages ?? [{ quantity: 1, discountBps: 0 }]),
        terms,
        isPublished,
        spec.proofTemplate ?? {},
      ],
    ],
  );
}

/** Removes creators with all their data. */
export async function removeCreators(run: Run, creatorIds: readonly number[]): Promise<void> {
  const ofChannels = 'channel_id in (select id from channels where creator_id = any ($1))';
  const ofAccounts = 'social_account_id in (select id from social_accounts where owner_id = any ($1))';
  await run(
    `select catalog_count_lists(get_byte(uuid_send(public_id), 0) >> 4, lists, '{}') from catalog_creators where creator_id = any ($1)`,
    [creatorIds],
  );
  for (const gone of [
    ...['catalog_lists where creator_id = any ($1)', 'catalog_creators where creator_id = any ($1)'],
    ...['catalog_former where creator_id = any ($1)', `channel_posts where ${ofChannels}`],
    ...['service_listings where creator_id = any ($1)', 'channels where creator_id = any ($1)'],
    ...[
      `audience_snapshots where ${ofAccounts}`,
      `social_grants where ${ofAccounts}`,
      'social_accounts where owner_id = any ($1)',
    ],
    ...['creator_pages where creator_id = any ($1)', 'creators where user_id = any ($1)', 'users where id = any ($1)'],
  ])
    await run(`delete from ${gone}`, [creatorIds]);
  await run('update catalog_generations set value = value + 1');
}

export const refresh = (run: Run, creatorId: number, at = new Date()) =>
  run('select catalog_refresh($1, $2)', [creatorId, at]);

const idOf = async (run: Run, query: string, values: unknown[]) => Number((await run(query, values)).rows[0].id);
