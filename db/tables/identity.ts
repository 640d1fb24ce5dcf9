import { boolean, check, index, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { mailTopics } from '../../schema/identity/mail-topics.ts';
import { roles } from '../../schema/shared/enums.ts';
import { at, bytes, id, idOf } from './columns.ts';

/** A person or company. The first five tables are the model of better-auth. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text('name').notNull(),
    email: text('email').notNull().unique('users_email_key'),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    roles: text('roles', { enum: roles }).array().notNull().default([]),
    suspendedAt: at('suspended_at'),
    suspensionReason: text('suspension_reason'),
    externalSubject: text('external_subject').unique('users_external_subject_key'),
    /** When the address was verified, whichever way. */
    emailVerifiedAt: at('email_verified_at'),
    /** When the user last asked for another address; null once it has changed. Only the links of that request can change it. */
    addressRequestedAt: at('address_requested_at'),
    /** A change of password ends all sessions, all reset tokens and the keys from before the verification, by triggers. */
    passwordChangedAt: at('password_changed_at'),
    /** When the user deleted the account. Its sessions, keys and sign-in data are gone since then. */
    deletedAt: at('deleted_at'),
    /** When the rest of the personal data of a deleted account was erased. */
    erasedAt: at('erased_at'),
    /** The topics about which the user gets no emails. */
    mutedTopics: text('muted_topics', { enum: mailTopics }).array().notNull().default([]),
  },
  (t) => [
    check('users_email_check', sql`${t.email} = lower(${t.email})`),
    check('users_roles_check', sql`${t.roles} <@ array['ADVERTISER', 'CREATOR', 'STAFF']`),
    check('users_muted_topics_check', sql`${t.mutedTopics} <@ array['work', 'accounts', 'campaigns', 'factories']`),
    check('users_erased', sql`${t.erasedAt} is null or ${t.deletedAt} is not null`),
    index('users_unerased').on(t.deletedAt).where(sql`${t.deletedAt} is not null and ${t.erasedAt} is null`),
    index('users_suspended').on(t.id).where(sql`${t.suspendedAt} is not null`),
    // Staff searches by the beginning of an address or a name. The unique index has the order of the database's collation.
    index('users_email_search').on(sql`${t.email} collate "C"`),
    index('users_name_search').on(sql`lower(${t.name}) collate "C"`, t.id),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: idOf('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique('sessions_token_key'),
    /** A week after the last extension, and never after `endsAt`: a trigger limits it. */
    expiresAt: at('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** The end of a session however much it is used. A trigger sets 30 days where it is not given. */
    endsAt: at('ends_at').notNull(),
  },
  (t) => [index('sessions_expiry').on(t.expiresAt), index('sessions_user').on(t.userId)],
);

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    userId: idOf('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('accounts_provider_id_account_id_key').on(t.providerId, t.accountId),
    index('accounts_user').on(t.userId),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    /** The id of the user; empty in a row that signs nobody in. */
    value: text('value').notNull(),
    /** Of a code that signs in: its hash, and the tries that are left. */
    codeSha256: bytes('code_sha256'),
    triesLeft: smallint('tries_left'),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('verifications_expiry').on(t.expiresAt),
    index('verifications_identifier').on(t.identifier),
    index('verifications_value').on(t.value),
  ],
);

export const jwks = pgTable('jwks', {
  id: id(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: at('created_at').notNull().defaultNow(),
  expiresAt: at('expires_at'),
});
