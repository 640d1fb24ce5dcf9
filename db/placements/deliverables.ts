import { alias } from 'drizzle-orm/pg-core';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm/sql/sql';
import type { Counter, ViewDefinition } from '../../schema/metrics/metric-rules.ts';
import { accountOfChannel, isPublishedElsewhere } from '../metrics/publishers.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { isGrantUsable } from '../social-accounts/grant-access.ts';
import type { Value } from '../statements.ts';
import { placementAssignments } from '../tables/assignments.ts';
import { channels } from '../tables/channels.ts';
import { socialGrants } from '../tables/connections.ts';
import { deliverables } from '../tables/deliverables.ts';
import { deliverableScans as scans } from '../tables/metrics.ts';
import { postMeasurements as measurements, posts } from '../tables/posts.ts';
import { serviceListings } from '../tables/pricing.ts';
import { socialAccounts } from '../tables/social-accounts.ts';
import { deliverableProofs, privateUploads } from '../tables/uploads.ts';
import { proofJson } from '../uploads/records.ts';

/** The account under whose grant a measurement was made: what decides whether others see it. */
const connection = sql`left join ${socialGrants} on ${socialGrants.socialAccountId} = ${measurements.grantAccountId}
  left join ${socialAccounts} on ${socialAccounts.id} = ${socialGrants.socialAccountId}`;

const publisher = alias(socialAccounts, 'publisher');

/** A measurement of a post for the account of the ordered channel, as JSON. Counts are numbers; null is unknown, and the reasons say why. */
const measurementJson = (accountId: SQLWrapper) =>
  json({
    views: sql<number | null>`${measurements.views}`,
    likes: sql<number | null>`${measurements.likes}`,
    comments: sql<number | null>`${measurements.comments}`,
    saves: sql<number | null>`${measurements.saves}`,
    measuredAt: measurements.measuredAt,
    source: measurements.source,
    viewDefinition: sql<ViewDefinition | null>`${measurements.viewDefinition}`,
    reasons: measurements.reasons,
    fallen: sql<readonly Counter[]>`${measurements.fallen}`,
    isByGrant: sql<boolean>`${measurements.grantAccountId} is not null`,
    /** The owner of the account under whose grant it was read. */
    grantOwnerId: sql<number | null>`${socialAccounts.ownerId}`,
    /** Whether the platform has named the account that published the post. */
    isPublisherNamed: sql<boolean>`${posts.ownerExternalId} is not null`,
    /** The user who has proven that account; null when nobody has. */
    publisherOwnerId: sql<number | null>`(select ${publisher.ownerId} from ${socialAccounts} ${publisher}
    where ${publisher.platform} = ${posts.platform} and ${publisher.externalId} = ${posts.ownerExternalId}
      and ${publisher.isVerified} and ${publisher.status} not in ('SOLD', 'DELETED'))`,
    isPublishedElsewhere: isPublishedElsewhere(accountId, posts.ownerExternalId),
    isGrantActive: sql<boolean>`coalesce(${isGrantUsable}, false)`,
    isConsented: sql<boolean>`${socialGrants.sharedAt} is not null`,
  });

/** The latest measurement of each post of a relation. What was measured under a grant that has ended will be deleted. */
const latestOf = (relation: SQL, condition: SQL): SQL => sql`from ${relation}
  cross join lateral (select * from ${measurements} where ${measurements.postId} = ${posts.id}
    order by ${measurements.measuredAt} desc limit 1) ${measurements} ${connection}
  where ${condition} and (${socialGrants.forgetBefore} is null or ${measurements.measuredAt} >= ${socialGrants.forgetBefore})`;

/** The posts for which a deliverable was handed in, with the latest measurement of each. */
const measuredPosts = (condition: SQL): SQL =>
  latestOf(sql`${scans} join ${posts} on ${posts.id} = ${scans.postId}`, condition);

/** The latest measurement of each post that the deliverable has named: a field of the facts. */
export const measurementsOf = (deliverableId: number) =>
  jsonList(
    json({ contentId: scans.contentId, metrics: measurementJson(scans.socialAccountId) }),
    measuredPosts(sql`${scans.deliverableId} = ${deliverableId}`),
    sql`${scans.contentId}`,
  );

export type PostMeasurement = TypeOf<ReturnType<typeof measurementsOf>>[number];

/**
 * The latest measurement of the post that each deliverable of an assignment names, whatever it was measured for: a field of the facts. The
 * deliverable shows it from the commit that hands it in.
 */
export const namedMeasurements = (assignmentId: Value<number>) =>
  jsonList(
    json({ deliverableId: deliverables.id, metrics: measurementJson(accountOfChannel) }),
    latestOf(
      sql`${deliverables} join ${placementAssignments} on ${placementAssignments.id} = ${deliverables.assignmentId}
        left join ${serviceListings} on ${serviceListings.id} = ${placementAssignments.serviceListingId}
        left join ${channels} on ${channels.id} = ${serviceListings.channelId}
        join ${posts} on ${posts.platform} = ${placementAssignments.channel}->>'platform' and ${posts.contentId} = ${deliverables.contentId}`,
      sql`${deliverables.assignmentId} = ${assignmentId}`,
    ),
  );

export type NamedMeasurement = TypeOf<ReturnType<typeof namedMeasurements>>[number];

/** A deliverable as JSON, with its proofs and the latest measurement of its post. */
export const deliverableJson = json({
  id: deliverables.id,
  position: deliverables.position,
  kind: deliverables.kind,
  expectedAt: deliverables.expectedAt,
  description: deliverables.description,
  version: deliverables.version,
  url: deliverables.url,
  contentId: deliverables.contentId,
  publishedRevision: deliverables.publishedRevision,
  publishedAt: deliverables.publishedAt,
  note: deliverables.note,
  proofs: jsonList(
    proofJson,
    sql`from ${deliverableProofs} join ${privateUploads} on ${privateUploads.id} = ${deliverableProofs.uploadId}
      where ${deliverableProofs.deliverableId} = ${deliverables.id}`,
    sql`${deliverableProofs.position}`,
  ),
  metrics: jsonList(
    measurementJson(scans.socialAccountId),
    measuredPosts(sql`${scans.deliverableId} = ${deliverables.id} and ${scans.contentId} = ${deliverables.contentId}`),
  ),
});

export type DeliverableRecord = TypeOf<typeof deliverableJson>;
