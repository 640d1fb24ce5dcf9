import type { AnyColumn } from 'drizzle-orm';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type JsonOf, json, jsonList, type TypeOf } from '../query.ts';
import { users } from '../tables/identity.ts';
import { webhookEndpoints } from '../tables/notifications.ts';

/** The fields of a user that decide whether it receives email, and at which address. */
export const recipientFields = {
  email: users.email,
  isEmailVerified: users.emailVerified,
  /** An external issuer gave the address. */
  isExternal: sql<boolean>`${users.externalSubject} is not null`,
  isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
};

export type Recipient = JsonOf<typeof recipientFields>;

const partyJson = (kind: AnyColumn | SQL) =>
  json({
    ...recipientFields,
    userId: users.id,
    /** The topics about which the user gets no emails. */
    mutedTopics: users.mutedTopics,
    /** The enabled endpoints that receive events of this kind. */
    endpointIds: jsonList(
      sql<number>`${webhookEndpoints.id}`,
      sql`from ${webhookEndpoints}
      where ${webhookEndpoints.ownerId} = ${users.id} and ${webhookEndpoints.status} = 'ENABLED'
        and ${webhookEndpoints.deletedAt} is null
        and (${webhookEndpoints.kinds} is null or ${kind} = any (${webhookEndpoints.kinds}))`,
      sql`${webhookEndpoints.id}`,
    ),
  });

/** A user who is notified of an event. */
export type NotifiedParty = TypeOf<ReturnType<typeof partyJson>>;

/** The user who is notified of an event of this kind, as JSON. */
export const partyOf = (userId: AnyColumn, kind: AnyColumn | SQL): SQL<NotifiedParty> =>
  sql`(select ${partyJson(kind)} from ${users} where ${users.id} = ${userId})`;
