import { sql } from 'drizzle-orm/sql/sql';
import { row } from '../../db/client.ts';
import { depositFunds as deposit, isBooked, withdrawFunds as withdraw } from '../../db/ledger.ts';
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
export const depositFunds = (ctx: Ctx, input: MoveFundsInput) => moveFunds(ctx, 'DEPOSIT', input);

/** Money that went out has left the user's balance, once for each reference, or nothing changed. */
export const withdrawFunds = (ctx: Ctx, input: MoveFundsInput) => moveFunds(ctx, 'WITHDRAWAL', input);

const moves = { DEPOSIT: { move: deposit, sign: 1n }, WITHDRAWAL: { move: withdraw, sign: -1n } } as const;

const moveFunds = (
  ctx: Ctx,
  type: keyof typeof moves,
  { userId, amountCents, reference }: MoveFundsInput,
): Promise<{ data: MovementView }> =>
  settleRace(async () => {
    const facts = await row<Facts>(
      ctx.db,
      sql`select ${earlierAnswer(ctx)} as earlier, exists (select from users where id = ${userId}) as "isUser",
            ${isBooked(type, reference)} as "isBooked"`,
    );
    if (!facts.isUser) throw notFound();
    replayEarlier(ctx, facts.earlier);
    if (userId === ctx.actor.userId) throw new Refusal('ROLE_NOT_ALLOWED', 'Nobody books money for themselves.');
    if (facts.isBooked)
      throw new Refusal('INVALID_STATE', 'This reference was booked already.', {
        status: 'BOOKED',
        allowedActions: [],
      });
    const { move, sign } = moves[type];
    const amount = centsToUsdt(amountCents);
    const at = ctx.now();
    const movement = { ownerId: userId, amount, reference, at, bookedBy: ctx.actor.userId };
    return commit(ctx, [move(movement)], {
      data: {
        type,
        amount: usdt(sign * amount),
        reference: { type: 'payment', id: reference },
        createdAt: at.toISOString(),
      },
    });
  });
