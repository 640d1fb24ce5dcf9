import { sameDeliverables } from '../../db/deliverables.ts';
import type { Ctx } from '../context.ts';
import { type Asked, act } from './act.ts';
import { refuseUnproven } from './rules.ts';

/** The creator has handed in every result and waits for approval, or nothing changed. An open proposal is closed. */
export const submitAssignment = (ctx: Ctx, asked: Asked) =>
  act(ctx, asked, 'submit', ({ assignment }) => {
    refuseUnproven(assignment);
    return { statements: [sameDeliverables(assignment)] };
  });
