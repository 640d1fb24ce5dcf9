import * as z from 'zod';
import { counters, metricReasons } from '../metrics/metric-rules.ts';
import { viewDefinition } from '../metrics/view-definition.ts';
import {
  assignmentStatuses,
  deliverableKinds,
  parties,
  platforms,
  proofModes,
  proposalActions,
  proposalKinds,
  quantities,
  serviceTypes,
} from '../shared/enums.ts';
import { id, uuid } from '../shared/ids.ts';
import { instant } from '../shared/instants.ts';
import { lazy } from '../shared/lazy.ts';
import { money } from '../shared/money.ts';
import { servedFile, uploadStatuses } from '../uploads/uploads.ts';
import { assignmentActions } from './assignment-terms.ts';

const channelRef = lazy(() =>
  z.strictObject({ platform: z.enum(platforms), handle: z.string(), canonicalUrl: z.string() }),
);
export type ChannelRef = z.output<ReturnType<typeof channelRef>>;

const count = lazy(() =>
  z.int().nonnegative().nullable().describe('Counter; null when unknown, 0 only when measured.'),
);

const reasonOf = (counter: string) =>
  z.enum(metricReasons).optional().describe(`Why ${counter} are null; absent when they are known.`);

const metrics = lazy(() =>
  z
    .strictObject({
      views: count(),
      likes: count(),
      comments: count(),
      saves: count(),
      measuredAt: instant(),
      source: z.string().describe('Source of the measurement: the API of the platform.'),
      viewDefinition: viewDefinition(),
      reason: z
        .enum(metricReasons)
        .nullable()
        .describe(
          'The main reason of null counters among views, likes and comments; null: all three are known. `reasons` has the reason of each.',
        ),
      reasons: z
        .strictObject({
          views: reasonOf('views'),
          likes: reasonOf('likes'),
          comments: reasonOf('comments'),
          saves: reasonOf('saves'),
        })
        .describe(
          'Why each null counter is null; known counters are absent. UNAVAILABLE: the post is deleted or private, or the platform ' +
            'gives no value at present. HIDDEN: the author hides it. NOT_OFFERED: the API of the platform does not provide it for ' +
            'this post. NOT_GRANTED: the owner of the account has not granted it, or the connection has ended. WITHHELD: only the ' +
            'user who has proven the account that published the post may see it, as always when that is not the account of the ' +
            'ordered channel.',
        ),
      fallen: z
        .array(z.enum(counters))
        .describe('Counters that are lower than in an earlier measurement. The service shows them unchanged.'),
    })
    .meta({ id: 'DeliverableMetrics' }),
);

/** A private file of a result or a statement, as both parties and staff see it. */
export const attachedFile = lazy(() =>
  z.strictObject({
    uploadId: uuid(),
    fileName: z
      .string()
      .nullable()
      .describe(
        'Name of the file, as the upload announced it; null in a repeated answer if the result does not have the file any more.',
      ),
    status: z.enum(uploadStatuses),
    ...servedFile(),
  }),
);
export type AttachedFile = z.output<ReturnType<typeof attachedFile>>;

export const deliverable = lazy(() =>
  z
    .strictObject({
      id: id(),
      position: z.int().min(1),
      kind: z.enum(deliverableKinds),
      expectedAt: instant(),
      description: z.string().nullable(),
      channelRef: channelRef().nullable().describe('Channel on which a PUBLIC result appears; null for a FILE.'),
      publishedRevision: z.int().nullable(),
      url: z.string().nullable(),
      contentId: z.string().nullable(),
      metrics: z
        .array(metrics())
        .describe(
          'Last measurement of the post; empty for a FILE, and without a measurement that the service may show.',
        ),
      proofs: z.array(attachedFile()),
      publishedAt: instant().nullable().describe('Publication time according to the creator.'),
      note: z.string().nullable(),
      version: z.int().min(1),
    })
    .meta({ id: 'Deliverable' }),
);
export type DeliverableView = z.output<ReturnType<typeof deliverable>>;

/** The new date of a result, as a proposal stores it. */
export interface MovedResult {
  readonly deliverableId: number;
  /** ISO 8601, in UTC. */
  readonly expectedAt: string;
}

export const proposal = lazy(() =>
  z
    .strictObject({
      id: id(),
      kind: z.enum(proposalKinds),
      author: z.enum(parties),
      dueAt: instant().nullable().describe('The new deadline of a DUE_DATE proposal.'),
      results: z.array(z.strictObject({ deliverableId: id(), expectedAt: instant() })),
      createdAt: instant(),
      allowedActions: z
        .array(z.enum(proposalActions))
        .describe('Actions that the caller may take: the other party accepts or declines, the author withdraws.'),
    })
    .meta({ id: 'ChangeProposal' }),
);
export type ProposalView = z.output<ReturnType<typeof proposal>>;

export const assignment = lazy(() =>
  z
    .strictObject({
      id: id(),
      orderId: id(),
      status: z.enum(assignmentStatuses),
      version: z.int().min(1),
      role: z.enum(parties).describe('The side of the caller.'),
      allowedActions: z.array(z.enum(assignmentActions)),
      creatorPublicId: uuid(),
      counterpartName: z
        .string()
        .describe(
          'Name of the other party: the creator, as on the public page, or the name that the advertiser chose.',
        ),
      serviceListingId: id().nullable(),
      title: z.string().nullable().describe('Title of the service as it was sold; null for custom offers.'),
      type: z.enum(serviceTypes),
      proofModes: z.array(z.enum(proofModes)).describe('How the creator may prove each result.'),
      quantity: z.literal([...quantities]),
      brief: z.string(),
      rights: z.record(z.string(), z.json()),
      usageTerms: z
        .string()
        .nullable()
        .describe('Usage terms of the service as they were when it was ordered; null for custom offers.'),
      dueAt: instant(),
      acceptBy: instant(),
      approveBy: instant().nullable(),
      cancelFrom: instant()
        .nullable()
        .describe(
          'Time from which the advertiser may cancel without the agreement of the creator; null unless the status is ACCEPTED or CHANGES_REQUESTED, and while a party is suspended.',
        ),
      amounts: z
        .union([
          z.strictObject({ base: money(), brandFee: money(), total: money() }),
          z.strictObject({ base: money(), creatorFee: money(), net: money() }),
        ])
        .describe(
          'Amounts of the caller: those of the advertiser include the brand fee, those of the creator the creator fee.',
        ),
      deliverables: z.array(deliverable()),
      openProposal: proposal().nullable(),
      createdAt: instant(),
      updatedAt: instant(),
    })
    .meta({ id: 'PlacementAssignment' }),
);
export type AssignmentView = z.output<ReturnType<typeof assignment>>;
