import type { Ctx } from '../../context.ts';
import { type Asked, act } from './act.ts';

/** The creator has taken the work on, or nothing changed. */
export const acceptAssignment = (ctx: Ctx, asked: Asked) => act(ctx, asked, 'accept');
