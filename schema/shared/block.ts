import * as z from 'zod';
import { instant } from './instants.ts';
import { lazy } from './lazy.ts';
import { words } from './text.ts';

const blockReasonLength = 1_000;

/** The body with which staff blocks something for a reason, or ends the block. */
export const blockInput = lazy(() =>
  z
    .strictObject({
      blocked: z.boolean(),
      reason: words(blockReasonLength).optional().describe('Required to block.'),
    })
    .refine(({ blocked, reason }) => !blocked || reason !== undefined, {
      path: ['reason'],
      message: 'is required to block',
    }),
);

/** The block of something, as the answer to its change has it. */
export const blockState = lazy(() => ({
  blocked: z.boolean(),
  blockedAt: instant().nullable(),
  reason: z.string().nullable(),
}));
