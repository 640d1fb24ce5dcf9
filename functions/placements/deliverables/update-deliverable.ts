import { recordEvents } from '../../../db/placements/assignment-events.ts';
import { type AssignmentRecord, assignmentOf } from '../../../db/placements/assignments.ts';
import { type DeliverableRecord, measurementsOf, type PostMeasurement } from '../../../db/placements/deliverables.ts';
import { changeDeliverable } from '../../../db/placements/deliveries.ts';
import { handlesOfChannel } from '../../../db/placements/proven-posts.ts';
import { factsOf } from '../../../db/query.ts';
import { type ProofRecord, uploadsOfDeliverable } from '../../../db/uploads/records.ts';
import type { DeliverableView } from '../../../schema/placements/assignments.ts';
import type { DeliverableInput } from '../../../schema/placements/deliveries.ts';
import { notFound, Refusal } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';
import { refusedAddress } from '../../creators/channels/index.ts';
import { mutate } from '../../mutate.ts';
import { type Content, contentAtUrl } from '../../social-accounts/index.ts';
import { actingParty } from '../assignments/acting-party.ts';
import { clockOf } from '../assignments/clock.ts';
import { deliverableAgain, type Kept, keptDeliverable } from '../assignments/kept-answers.ts';
import { refuseLostFiles, refuseOtherProof, refusePublication, refuseSamePost } from '../assignments/proof-rules.ts';
import { moveFor } from '../assignments/rules.ts';
import { viewDeliverable } from '../assignments/view.ts';

export interface UpdateDeliverable extends DeliverableInput {
  readonly id: number;
  readonly deliverableId: number;
}

/** Sets how a result is delivered, in a way that the service offers. A failure changes nothing. */
export const updateDeliverable = (ctx: Ctx, input: UpdateDeliverable): Promise<{ data: DeliverableView }> =>
  mutate(ctx, {
    facts: factsOf({
      assignment: assignmentOf(ctx.actor.userId, input.id),
      uploads: uploadsOfDeliverable(input.deliverableId, input.uploadIds ?? []),
      measured: measurementsOf(input.deliverableId),
      handles: handlesOfChannel(input.id),
    }),
    visible({ assignment, ...found }) {
      const before = assignment?.deliverables.find(({ id }) => id === input.deliverableId);
      return assignment && before
        ? { ...found, assignment, before, party: actingParty(ctx, assignment, 'submit') }
        : null;
    },
    replay: (kept: Kept<DeliverableView>, { assignment, party }) => ({
      data: deliverableAgain(kept, assignment, { party, context: clockOf(ctx) }),
    }),
    decide({ assignment, before, party, uploads, measured, handles }) {
      if (uploads.length < (input.uploadIds?.length ?? 0)) throw notFound();
      if (before.version !== input.expectedVersion) throw new Refusal('VERSION_CONFLICT');
      const clock = clockOf(ctx);
      moveFor('submit', assignment, party, clock);
      refuseOtherProof(assignment, before, input);
      refuseLostFiles(uploads, clock);
      refusePublication(before, input, clock);
      const after = delivered(assignment, before, input, { uploads, measured, handles: handles ?? [] });
      refuseSamePost(assignment, after);
      const events = [
        { kind: 'deliverable.updated', actor: party, data: { deliverableId: after.id, position: after.position } },
      ] as const;
      const answer = { data: viewDeliverable(after, assignment, party, clock) };
      return {
        statements: [
          ...changeDeliverable(assignment, before, after, ctx.now()),
          recordEvents(assignment.id, events, ctx.now()),
        ],
        answer,
        kept: keptDeliverable(answer.data),
        isNotifying: true,
      };
    },
  });

interface Found {
  readonly uploads: readonly ProofRecord[];
  readonly measured: readonly PostMeasurement[];
  /** The names of the ordered channel: at the order, and now. */
  readonly handles: readonly string[];
}

function delivered(
  assignment: AssignmentRecord,
  before: DeliverableRecord,
  { url, publishedAt, note }: UpdateDeliverable,
  { uploads, measured, handles }: Found,
): DeliverableRecord {
  const place = url === undefined ? null : placeOf(assignment, url, handles);
  const isMoved = place !== null && place.contentId !== before.contentId;
  return {
    ...before,
    version: before.version + 1,
    url: place?.url ?? null,
    contentId: place?.contentId ?? null,
    publishedRevision: isMoved ? (before.publishedRevision ?? 0) + 1 : before.publishedRevision,
    publishedAt: publishedAt?.toISOString() ?? null,
    note: note ?? null,
    proofs: uploads,
    // Drops the measurements of a post that the result no longer names.
    metrics: measured.flatMap(({ contentId, metrics }) => (contentId === place?.contentId ? [metrics] : [])),
  };
}

/** The post that the creator names, on the ordered channel. Some addresses do not name the author; the platform names it later. */
function placeOf(
  { channel, proofModes }: Pick<AssignmentRecord, 'channel' | 'proofModes'>,
  url: string,
  handles: readonly string[],
): Content {
  const content = channel && contentAtUrl(channel.platform, url);
  if (!content)
    throw refusedAddress(
      'url',
      url,
      `must be the public https address of a post on ${channel?.platform ?? 'the channel'}`,
    );
  const { author, isClip } = content;
  if (author !== null && !handles.some((handle) => handle.toLowerCase() === author.toLowerCase()))
    throw new Refusal(
      'INVALID_PROOF',
      `The address names the author ${author}, but the ordered channel is ${channel.handle}. Send a post of this channel.`,
    );
  if (isClip && !proofModes.includes('PUBLIC_URL'))
    throw new Refusal('INVALID_PROOF', 'A clip does not prove a stream. Send the address of the whole recording.');
  return content;
}
