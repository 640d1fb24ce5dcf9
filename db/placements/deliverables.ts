import { sql } from 'drizzle-orm/sql/sql';
import type { Counter, ViewDefinition } from '../../schema/metrics/metric-rules.ts';
import { json, jsonList, type TypeOf } from '../query.ts';
import { deliverables } from '../tables/deliverables.ts';
import { deliverableMeasurements as measurements } from '../tables/metrics.ts';
import { deliverableProofs, privateUploads } from '../tables/uploads.ts';
import { proofJson } from '../uploads/records.ts';

/** A measurement, as JSON. Counts are numbers; null is unknown, and the reason says why. */
const measurementJson = json({
  views: sql<number | null>`${measurements.views}`,
  likes: sql<number | null>`${measurements.likes}`,
  comments: sql<number | null>`${measurements.comments}`,
  saves: sql<number | null>`${measurements.saves}`,
  measuredAt: measurements.measuredAt,
  source: measurements.source,
  viewDefinition: sql<ViewDefinition | null>`${measurements.viewDefinition}`,
  reason: measurements.reason,
  fallen: sql<readonly Counter[]>`${measurements.fallen}`,
});

/** The latest measurement of each post that the deliverable has named: a field of the facts. */
export const measurementsOf = (deliverableId: number) =>
  jsonList(
    json({ contentId: measurements.contentId, metrics: measurementJson }),
    sql`from (select distinct on (${measurements.contentId}) * from ${measurements}
      where ${measurements.deliverableId} = ${deliverableId}
      order by ${measurements.contentId}, ${measurements.measuredAt} desc) ${measurements}`,
  );

export type PostMeasurement = TypeOf<ReturnType<typeof measurementsOf>>[number];

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
    measurementJson,
    sql`from (select * from ${measurements}
      where ${measurements.deliverableId} = ${deliverables.id} and ${measurements.contentId} = ${deliverables.contentId}
      order by ${measurements.measuredAt} desc limit 1) ${measurements}`,
  ),
});

export type DeliverableRecord = TypeOf<typeof deliverableJson>;
