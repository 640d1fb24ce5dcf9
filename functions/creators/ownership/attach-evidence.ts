import { ownedChannel, replaceEvidence } from '../../../db/creators/ownership.ts';
import { factsOf } from '../../../db/query.ts';
import { uploadsOf } from '../../../db/uploads/records.ts';
import type { Ctx } from '../../context.ts';
import { mutate } from '../../mutate.ts';
import { refuseUnless, refuseUnverified } from './rules.ts';

export interface Evidence {
  readonly id: number;
  readonly uploadIds: readonly string[];
  readonly note?: string | undefined;
}

/** Replaces the evidence for the channel with these files. A failure changes nothing. */
export const attachEvidence = (ctx: Ctx, { id, uploadIds, ...given }: Evidence) => {
  const note = given.note ?? null;
  return mutate(ctx, {
    facts: factsOf({
      channel: ownedChannel(ctx.actor.userId, id),
      uploads: uploadsOf({ channelId: id }, uploadIds, ctx.actor.userId),
    }),
    visible: ({ channel, uploads }) => channel && { channel, uploads },
    decide({ channel, uploads }) {
      refuseUnless('evidence', channel);
      refuseUnverified(uploadIds, uploads);
      return {
        statements: replaceEvidence({ channel, actorId: ctx.actor.userId, at: ctx.now() }, uploadIds, note),
        answer: { data: { uploadIds, note, ownership: channel.ownership } },
      };
    },
  });
};
