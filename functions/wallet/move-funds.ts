import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { type Leg, postTransfer, transferExists } from '../../db/ledger.ts';
import { notFound, Refusal } from '../../schema/errors.ts';
import { centsToUsdt, usdt } from '../../schema/money.ts';
import type { MovementView } from '../../schema/wallet.ts';
import type { Ctx } from '../context.ts';
import { commit, earlierAnswer, replayEarlier, type SavedAnswer } from '../idempotency.ts';
import { settleRace } from '../lost-race.ts';

export interface MoveFundsInput {
  readonly userId: number;
  readonly amountCents: bigint;
  /** Of the payment outside the service. */
  readonly reference: string;
}

interface Facts {
  readonly earlier: SavedAnswer | null;
  readonly isUser: boolean;
  readonly isBooked: boolean;
}

/** Money that came in is on the user's balance, once for each reference, or nothing changed. */
export const depositFunds = (ctx: Ctx, input: MoveFundsInput) =>
  moveFunds(ctx, 'DEPOSIT', centsToUsdt(input.amountCents), input);

/** Money that went out has left the user's balance, once for each reference, or nothing changed. */
export const withdrawFunds = (ctx: Ctx, input: MoveFundsInput) =>
  moveFunds(ctx, 'WITHDRAWAL', -centsToUsdt(input.amountCents), input);

const moveFunds = (
  ctx: Ctx,
  type: 'DEPOSIT' | 'WITHDRAWAL',
  amount: bigint,
  { userId, reference: id }: MoveFundsInput,
): Promise<{ data: MovementView }> =>
  settleRace(async () => {
    const reference = { type: 'payment', id };
    const facts = await row<Facts>(
      ctx.db,
      sql`select ${earlierAnswer(ctx)} as earlier, exists (select from users where id = ${userId}) as "isUser",
            ${transferExists(type, reference)} as "isBooked"`,
    );
    if (!facts.isUser) throw notFound();
    replayEarlier(ctx, facts.earlier);
    if (userId === ctx.actor.userId) throw new Refusal('ROLE_NOT_ALLOWED', 'Nobody books money for themselves.');
    if (facts.isBooked)
      throw new Refusal('INVALID_STATE', 'This reference was booked already.', {
        status: 'BOOKED',
        allowedActions: [],
      });
    const legs: Leg[] = [
      { owner: userId, account: 'AVAILABLE', amount },
      { owner: null, account: 'EXTERNAL', amount: -amount },
    ];
    const answer = { type, amount: usdt(amount), reference, createdAt: ctx.now().toISOString() };
    return commit(ctx, [postTransfer({ kind: type, reference, at: ctx.now(), legs, bookedBy: ctx.actor.userId })], {
      data: answer,
    });
  });
