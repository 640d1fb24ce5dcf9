import { boolean, check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm/sql/sql';
import { ownershipEventKinds } from '../../schema/creators/ownership-terms.ts';
import { channels } from './channels.ts';
import { alwaysId, at, idOf, isOneOf } from './columns.ts';
import { users } from './identity.ts';
import { privateUploads } from './uploads.ts';

/** The last attempt to prove a channel. channels.ownership holds the state. */
export const ownershipClaims = pgTable(
  'ownership_claims',
  {
    channelId: idOf('channel_id')
      .primaryKey()
      .references(() => channels.id),
    code: text('code').notNull(),
    codeExpiresAt: at('code_expires_at').notNull(),
    note: text('note'),
    submittedAt: at('submitted_at'),
    /** The place in the list of reviews. Later attempts keep it, so that pages which were read stay complete. */
    firstSubmittedAt: at('first_submitted_at'),
    /** The job that calls the platform leases the row. Until then no other one calls it, also after the answer. */
    leasedUntil: at('leased_until'),
    /** When the platform last answered. */
    checkedAt: at('checked_at'),
    /** Whether the bio had the code at checked_at. Null: the platform has not answered. */
    isCodeFound: boolean('is_code_found'),
    /** Checks of the platform that remain, a quarter of an hour apart. A failed call uses up none. */
    checksLeft: smallint('checks_left').notNull().default(4),
    decidedAt: at('decided_at'),
    /** The member of staff; null when the platform decided. */
    decidedBy: idOf('decided_by').references(() => users.id),
    reason: text('reason'),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    check('ownership_claims_checks_left_check', sql`${t.checksLeft} >= 0`),
    check('ownership_claims_first_submitted', sql`(${t.firstSubmittedAt} is null) = (${t.submittedAt} is null)`),
    check('ownership_claims_note_check', sql`length(${t.note}) <= 2000`),
    index('ownership_claims_reviews').on(t.firstSubmittedAt, t.channelId).where(sql`${t.firstSubmittedAt} is not null`),
    index('ownership_claims_waiting')
      .on(t.firstSubmittedAt, t.channelId)
      .where(sql`${t.firstSubmittedAt} is not null and ${t.decidedAt} is null`),
  ],
);

/** The history of the proof: append-only. */
export const ownershipEvents = pgTable(
  'ownership_events',
  {
    id: alwaysId(),
    channelId: idOf('channel_id')
      .notNull()
      .references(() => channels.id),
    kind: text('kind', { enum: ownershipEventKinds }).notNull(),
    /** Null when the platform decided. */
    actorId: idOf('actor_id').references(() => users.id),
    reason: text('reason'),
    at: at('at').notNull(),
  },
  (t) => [
    isOneOf('ownership_events_kind_check', t.kind, ownershipEventKinds),
    index('ownership_events_channel').on(t.channelId, t.id),
  ],
);

export const ownershipEvidence = pgTable(
  'ownership_evidence',
  {
    channelId: idOf('channel_id')
      .notNull()
      .references(() => ownershipClaims.channelId, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => privateUploads.id)
      .unique('ownership_evidence_upload_id_key'),
  },
  (t) => [primaryKey({ name: 'ownership_evidence_pkey', columns: [t.channelId, t.position] })],
);
