import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { AssignmentView, DeliverableView } from '../../../schema/placements/assignments.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { type ViewContext, viewDeliverable } from './view.ts';

/**
 * An answer as its key stores it: without the metrics and the names of files. The platforms' terms limit how long metrics may be stored, and a
 * creator can withdraw the consent to show them. Names of private files are stored with the files alone.
 */
export interface Kept<View> {
  readonly data: View;
  /** The results whose metrics the answer had, by id; undefined: a key of the former version, which stored the metrics. */
  readonly measured?: readonly number[];
}

export const keptDeliverable = (deliverable: DeliverableView): Kept<DeliverableView> => ({
  data: withoutNames(withoutMetrics(deliverable)),
  measured: measuredOf([deliverable]),
});

export const keptAssignment = (assignment: AssignmentView): Kept<AssignmentView> => ({
  data: { ...assignment, deliverables: assignment.deliverables.map((one) => withoutNames(withoutMetrics(one))) },
  measured: measuredOf(assignment.deliverables),
});

const withoutMetrics = (deliverable: DeliverableView): DeliverableView => ({ ...deliverable, metrics: [] });
const withoutNames = (deliverable: DeliverableView): DeliverableView => ({
  ...deliverable,
  proofs: deliverable.proofs.map((proof) => ({ ...proof, fileName: null })),
});

/** The result with the names of the files that it has now. */
function withNames(deliverable: DeliverableView, { deliverables }: AssignmentRecord): DeliverableView {
  const nameOf = new Map(
    deliverables.flatMap(({ proofs }) => proofs.map((proof) => [proof.uploadId, proof.fileName] as const)),
  );
  return {
    ...deliverable,
    proofs: deliverable.proofs.map((proof) => ({ ...proof, fileName: nameOf.get(proof.uploadId) ?? null })),
  };
}

const measuredOf = (deliverables: readonly DeliverableView[]): number[] =>
  deliverables.filter(({ metrics }) => metrics.length > 0).map(({ id }) => id);

/** Who reads the answer again. */
interface Reader {
  readonly party: Party;
  readonly context: ViewContext;
}

/**
 * A repeated answer about a result: if the first one had metrics, it has those that its reader may see now. They are empty if the result names
 * another post now. A file that the result does not have any more is without its name.
 */
export function deliverableAgain(
  { data, measured }: Kept<DeliverableView>,
  assignment: AssignmentRecord,
  { party, context }: Reader,
): DeliverableView {
  const named = withNames(data, assignment);
  const current = assignment.deliverables.find(({ id }) => id === data.id);
  const isMeasured = (measured ?? measuredOf([data])).includes(data.id);
  if (!isMeasured || current?.contentId !== data.contentId) return withoutMetrics(named);
  return { ...named, metrics: viewDeliverable(current, assignment, party, context).metrics };
}

/** A repeated answer about an assignment, see deliverableAgain(). */
export const assignmentAgain = (
  { data, measured }: Kept<AssignmentView>,
  assignment: AssignmentRecord,
  reader: Reader,
): AssignmentView => ({
  ...data,
  deliverables: data.deliverables.map((one) =>
    deliverableAgain({ data: one, ...(measured && { measured }) }, assignment, reader),
  ),
});
