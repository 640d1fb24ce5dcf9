import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { NamedMeasurement } from '../../../db/placements/deliverables.ts';

/** The results once they are handed in: each shows the latest measurement of its post, also one that was made for other work. */
export const handedIn = (
  { deliverables }: AssignmentRecord,
  measured: readonly NamedMeasurement[],
): Pick<AssignmentRecord, 'deliverables'> => ({
  deliverables: deliverables.map((one) => ({
    ...one,
    metrics: measured.filter(({ deliverableId }) => deliverableId === one.id).map(({ metrics }) => metrics),
  })),
});
