import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { AssignmentView, DeliverableView } from '../../../schema/placements/assignments.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { type ViewContext, viewDeliverable } from './view.ts';

/**
 * Removes the metrics from an answer before its key stores it. The platforms' terms limit how long metrics may be stored, and a creator can
 * withdraw the consent to show them.
 */
export const withoutMetrics = (deliverable: DeliverableView): DeliverableView => ({ ...deliverable, metrics: [] });

/** Removes the metrics of all results from an answer before its key stores it. */
export const withoutAllMetrics = (assignment: AssignmentView): AssignmentView => ({
  ...assignment,
  deliverables: assignment.deliverables.map(withoutMetrics),
});

/** A stored result with the metrics that its reader may see now. They are empty if the result names another post now. */
export function withMetricsOfNow(
  stored: DeliverableView,
  assignment: AssignmentRecord,
  reader: Party,
  context: ViewContext,
): DeliverableView {
  const current = assignment.deliverables.find(({ id }) => id === stored.id);
  if (!current || current.contentId !== stored.contentId) return withoutMetrics(stored);
  return { ...stored, metrics: viewDeliverable(current, assignment, reader, context).metrics };
}

/** A stored answer with the metrics that its reader may see now. */
export const withAllMetricsOfNow = (
  stored: AssignmentView,
  assignment: AssignmentRecord,
  reader: Party,
  context: ViewContext,
): AssignmentView => ({
  ...stored,
  deliverables: stored.deliverables.map((one) => withMetricsOfNow(one, assignment, reader, context)),
});
