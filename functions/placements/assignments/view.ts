import type { EventRecord } from '../../../db/placements/assignment-events.ts';
import type { AssignmentRecord } from '../../../db/placements/assignments.ts';
import type { ProposalRecord } from '../../../db/placements/change-proposals.ts';
import type { DeliverableRecord } from '../../../db/placements/deliverables.ts';
import type { ProofRecord } from '../../../db/uploads/records.ts';
import { type MetricRules, shownSince } from '../../../schema/metrics/metric-rules.ts';
import { unknownCountReasons } from '../../../schema/metrics/readings.ts';
import { hiddenFromOthers } from '../../../schema/metrics/sharing.ts';
import type {
  AssignmentView,
  AttachedFile,
  DeliverableView,
  ProposalView,
} from '../../../schema/placements/assignments.ts';
import type { EventView } from '../../../schema/placements/work.ts';
import type { Party, Platform, Role } from '../../../schema/shared/enums.ts';
import { usdt } from '../../../schema/shared/money.ts';
import { statusOf as uploadStatusOf } from '../../uploads/rules.ts';
import { allowedActions, type Clock, cancelFrom, type ProposalAction, proposalActions } from './rules.ts';

/** The time at which assignments are viewed, and the settings that the view depends on. */
export interface ViewContext extends Clock {
  readonly metricRules: MetricRules;
}

/** A party of the assignment, with its current roles. */
export interface Viewer {
  readonly party: Party;
  readonly roles: readonly Role[];
}

/**
 * An assignment as one of its parties sees it. Each party has its own projection of the money. A party that has given up its role has no
 * allowed actions.
 */
export function viewAssignment(
  assignment: AssignmentRecord,
  { party, roles }: Viewer,
  context: ViewContext,
): AssignmentView {
  const mayAct = roles.includes(party);
  const { openProposal } = assignment;
  return {
    id: assignment.id,
    orderId: assignment.orderId,
    status: assignment.status,
    version: assignment.version,
    role: party,
    allowedActions: mayAct ? allowedActions(assignment, party, context) : [],
    creatorPublicId: assignment.creatorPublicId,
    counterpartName: party === 'ADVERTISER' ? assignment.creatorName : assignment.advertiserName,
    serviceListingId: assignment.serviceListingId,
    title: assignment.title,
    type: assignment.type,
    proofModes: [...assignment.proofModes],
    quantity: assignment.quantity,
    brief: assignment.brief,
    rights: assignment.rights,
    usageTerms: assignment.usageTerms,
    dueAt: assignment.dueAt,
    acceptBy: assignment.acceptBy,
    approveBy: assignment.approveBy,
    cancelFrom: cancelFrom(assignment, context)?.toISOString() ?? null,
    amounts: amountsFor(assignment, party),
    deliverables: assignment.deliverables.map((deliverable) =>
      viewDeliverable(deliverable, assignment, party, context),
    ),
    openProposal:
      openProposal && viewProposal(openProposal, mayAct ? proposalActions(openProposal, party, context.now) : []),
    createdAt: assignment.createdAt,
    updatedAt: assignment.updatedAt,
  };
}

function amountsFor(assignment: AssignmentRecord, party: Party): AssignmentView['amounts'] {
  const base = BigInt(assignment.base);
  const brandFee = BigInt(assignment.brandFee);
  const creatorFee = BigInt(assignment.creatorFee);
  return party === 'ADVERTISER'
    ? { base: usdt(base), brandFee: usdt(brandFee), total: usdt(base + brandFee) }
    : { base: usdt(base), creatorFee: usdt(creatorFee), net: usdt(base - creatorFee) };
}

/** A FILE has no public URL and no social metrics: all these fields are null, and metrics is empty. */
export function viewDeliverable(
  deliverable: DeliverableRecord,
  { channel, creatorId }: Pick<AssignmentRecord, 'channel' | 'creatorId'>,
  reader: Party | 'STAFF',
  context: Pick<ViewContext, 'now' | 'metricRules'>,
): DeliverableView {
  const isPublic = deliverable.kind === 'PUBLIC';
  return {
    id: deliverable.id,
    position: deliverable.position,
    kind: deliverable.kind,
    expectedAt: deliverable.expectedAt,
    description: deliverable.description,
    channelRef: isPublic ? channel : null,
    publishedRevision: isPublic && deliverable.url !== null ? deliverable.publishedRevision : null,
    url: isPublic ? deliverable.url : null,
    contentId: isPublic ? deliverable.contentId : null,
    metrics:
      isPublic && channel ? viewMetrics(deliverable, { platform: channel.platform, creatorId }, reader, context) : [],
    proofs: deliverable.proofs.map((proof) => viewAttached(proof, context.now)),
    publishedAt: isPublic ? deliverable.publishedAt : null,
    note: deliverable.note,
    version: deliverable.version,
  };
}

/**
 * Hides measurements that are older than the platform allows from everyone. Other readers than the creator who has proven the publishing
 * account see that a measurement exists, without values, if they may not see it.
 */
function viewMetrics(
  { metrics }: Pick<DeliverableRecord, 'metrics'>,
  { platform, creatorId }: { readonly platform: Platform; readonly creatorId: number },
  reader: Party | 'STAFF',
  { now, metricRules }: Pick<ViewContext, 'now' | 'metricRules'>,
): DeliverableView['metrics'] {
  const since = shownSince(platform, metricRules, now);
  const kept = metrics.filter(({ measuredAt }) => new Date(measuredAt) >= since);
  return kept.map((metric) => {
    const { measuredAt, source, viewDefinition, isByGrant, isGrantActive, isConsented } = metric;
    const isOwn = reader === 'CREATOR' && isOf(creatorId, metric);
    const connection = { isActive: isGrantActive, isConsented };
    const hidden = isOwn
      ? null
      : metric.isPublishedElsewhere
        ? 'WITHHELD'
        : hiddenFromOthers({ platform, isByGrant }, connection, metricRules);
    if (hidden !== null)
      return {
        ...{ views: null, likes: null, comments: null, saves: null, measuredAt, source, viewDefinition },
        ...{ reason: hidden, reasons: { views: hidden, likes: hidden, comments: hidden, saves: hidden }, fallen: [] },
      };
    const { views, likes, comments, saves, reasons, fallen } = metric;
    return {
      ...{ views, likes, comments, saves, measuredAt, source, viewDefinition },
      ...{ reason: mainReason(reasons), reasons, fallen: [...fallen] },
    };
  });
}

/**
 * Whether a user may always see the measurement: the user has proven the account that published the post. X and the key of the application also
 * read posts of other accounts. A reading that never named the publisher has no count, or was made by a former version.
 */
function isOf(
  userId: number,
  { isByGrant, grantOwnerId, isPublisherNamed, publisherOwnerId }: DeliverableRecord['metrics'][number],
): boolean {
  if (isPublisherNamed) return publisherOwnerId === userId;
  return !isByGrant || grantOwnerId === userId;
}

/** The reason that says most about the post, among those of views, likes and comments. */
const mainReason = ({ views, likes, comments }: DeliverableRecord['metrics'][number]['reasons']) =>
  unknownCountReasons.find((reason) => [views, likes, comments].includes(reason)) ?? null;

const viewProposal = (proposal: ProposalRecord, actions: readonly ProposalAction[]): ProposalView => ({
  ...viewProposalForStaff(proposal),
  allowedActions: [...actions],
});

/** A proposal as staff sees it, who cannot answer it. */
export const viewProposalForStaff = (proposal: ProposalRecord): Omit<ProposalView, 'allowedActions'> => ({
  id: proposal.id,
  kind: proposal.kind,
  author: proposal.author,
  dueAt: proposal.dueAt,
  results: proposal.results.map(({ deliverableId, expectedAt }) => ({ deliverableId, expectedAt })),
  createdAt: proposal.createdAt,
});

/** An event of the history. Its data is JSON as the event recorded it. */
export const viewEvent = (event: EventRecord, now: Date): EventView => ({
  id: event.id,
  seq: event.seq,
  kind: event.kind,
  actor: event.actor,
  at: event.at,
  data: event.data,
  files: event.files.map((file) => viewAttached(file, now)),
});

/** A private file of a result or a statement. */
const viewAttached = (file: ProofRecord, now: Date): AttachedFile => ({
  uploadId: file.uploadId,
  fileName: file.fileName,
  status: uploadStatusOf(file, now),
  storedSize: file.storedSize,
  storedSha256: file.storedSha256,
  virusCheck: file.virusCheck,
});
