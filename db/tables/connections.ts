import { boolean, check, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { platforms } from '../../schema/shared/enums.ts';
import { consentKinds, grantStatuses } from '../../schema/social-accounts/grants.ts';
import { at, bytes, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { socialAccounts } from './social-accounts.ts';

/** The grant of an account: what its owner allowed at the platform. A new connection replaces the former one. */
export const socialGrants = pgTable(
  'social_grants',
  {
    socialAccountId: idOf('social_account_id')
      .primaryKey()
      .references(() => socialAccounts.id),
    platform: text('platform', { enum: platforms }).notNull(),
    scopes: text('scopes').array().notNull(),
    status: text('status', { enum: grantStatuses }).notNull(),
    /** Sealed; null once the grant is revoked. */
    sealedAccess: bytes('sealed_access'),
    sealedRefresh: bytes('sealed_refresh'),
    accessExpiresAt: at('access_expires_at'),
    refreshExpiresAt: at('refresh_expires_at'),
    /** When the tokens are refreshed or validated next. Null: the grant has ended. */
    dueAt: at('due_at'),
    /** One caller at a time renews the tokens: its lease ends then. Null: nobody does. */
    renewingUntil: at('renewing_until'),
    failures: smallint('failures').notNull().default(0),
    connectedAt: at('connected_at').notNull(),
    /** When the platform last accepted the grant: at the sign-in, a refresh or a validation. */
    confirmedAt: at('confirmed_at'),
    lastUsedAt: at('last_used_at'),
    /** The text that its owner has consented to, and when: then others may see what is measured under the grant. */
    sharingVersion: text('sharing_version'),
    sharedAt: at('shared_at'),
    /** When its owner last chose whether to share: with a sign-in, when it began. Null: before this was stored. */
    sharingChosenAt: at('sharing_chosen_at'),
    endedAt: at('ended_at'),
    /** When the link in the email about an expired grant was used. It works once. */
    linkUsedAt: at('link_used_at'),
    /** When the profile and the audience of the account are read next. Null: never. */
    audienceDueAt: at('audience_due_at'),
    audienceFailures: smallint('audience_failures').notNull().default(0),
    /** What was measured under a grant before then is hidden and will be deleted: a grant has ended then. */
    forgetBefore: at('forget_before'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    isOneOf('social_grants_platform_check', t.platform, platforms),
    isOneOf('social_grants_status_check', t.status, grantStatuses),
    check(
      'social_grants_active',
      sql`(${t.status} = 'ACTIVE') <= (${t.sealedAccess} is not null and ${t.dueAt} is not null)`,
    ),
    check(
      'social_grants_revoked',
      sql`${t.status} <> 'REVOKED' or num_nonnulls(${t.sealedAccess}, ${t.sealedRefresh}, ${t.dueAt}) = 0`,
    ),
    check('social_grants_sharing', sql`(${t.sharingVersion} is null) = (${t.sharedAt} is null)`),
    index('social_grants_audience_due').on(t.platform, t.audienceDueAt).where(sql`${t.audienceDueAt} is not null`),
    index('social_grants_forget').on(t.forgetBefore).where(sql`${t.forgetBefore} is not null`),
    index('social_grants_confirmed').on(t.confirmedAt).where(sql`${t.status} = 'ACTIVE'`),
    index('social_grants_expired').on(t.endedAt).where(sql`${t.status} = 'EXPIRED'`),
    index('social_grants_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
);

/** Connections that have begun and not returned. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    /** SHA-256 of the state. */
    stateHash: bytes('state_hash').primaryKey(),
    userId: idOf('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    platform: text('platform', { enum: platforms }).notNull(),
    /**
     * The only account that may be connected, because an email's link can reach another person, who would give the link's owner another account.
     * Null: the owner started the sign-in.
     */
    accountId: idOf('account_id'),
    sealedVerifier: bytes('sealed_verifier').notNull(),
    /** SHA-256 of the browser's cookie. */
    browserHash: bytes('browser_hash').notNull(),
    returnTo: text('return_to'),
    sharesMetrics: boolean('shares_metrics').notNull(),
    /** The text about sharing that the page showed, if its reader consented to it. */
    sharingVersion: text('sharing_version'),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    check('oauth_states_browser_hash_check', sql`length(${t.browserHash}) = 32`),
    check('oauth_states_return_to_check', sql`${t.returnTo} like '/%' and length(${t.returnTo}) <= 2000`),
    check('oauth_states_state_hash_check', sql`length(${t.stateHash}) = 32`),
    isOneOf('oauth_states_platform_check', t.platform, platforms),
    index('oauth_states_expiry').on(t.expiresAt),
    index('oauth_states_user').on(t.userId),
  ],
);

/** Every consent to share, and every withdrawal: append-only. */
export const accountConsents = pgTable(
  'account_consents',
  {
    socialAccountId: idOf('social_account_id')
      .notNull()
      .references(() => socialAccounts.id),
    at: at('at').notNull(),
    kind: text('kind', { enum: consentKinds }).notNull(),
    /** The version of the text. */
    version: text('version').notNull(),
  },
  (t) => [
    primaryKey({ name: 'account_consents_pkey', columns: [t.socialAccountId, t.at, t.kind] }),
    isOneOf('account_consents_kind_check', t.kind, consentKinds),
  ],
);

/** The calls of platforms whose work is done, so that a repeated call changes nothing. */
export const platformEvents = pgTable(
  'platform_events',
  {
    platform: text('platform', { enum: platforms }).notNull(),
    /** The platform's id, or the SHA-256 of the call in hexadecimal. */
    messageId: text('message_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'platform_events_pkey', columns: [t.platform, t.messageId] }),
    isOneOf('platform_events_platform_check', t.platform, platforms),
    check('platform_events_message_id_check', sql`length(${t.messageId}) <= 200`),
    index('platform_events_age').on(t.at),
  ],
);
