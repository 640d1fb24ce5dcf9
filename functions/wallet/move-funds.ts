import { isUser } from '../../db/identity/users.ts';
import { factsOf } from '../../db/query.ts';
import { depositFunds as deposit, isBooked, withdrawFunds as withdraw } from '../../db/wallet/ledger.ts';
import { Refusal, refuseOwn } from '../../schema/shared/errors.ts';
import { centsToUsdt } from '../../schema/shared/money.ts';
import type { MovementView } from '../../schema/wallet/wallet.ts';
import type { Ctx } from '../context.ts';
import { mutate } from '../mutate.ts';
import { viewMovement } from './view.ts';

export interface MoveFundsInput {
  readonly userId: number;
  readonly amountCents: bigint;
  /** The reference of the external payment. */
  readonly reference: string;
}

/** Credits the balance of a user with money from outside, once for each reference. A failure changes nothing. */
export const depositFunds = (ctx: Ctx, input: MoveFundsInput) => moveFunds(ctx, 'DEPOSIT', input);

/** Debits the balance of a user with money to outside, once for each reference. A failure changes nothing. */
export const withdrawFunds = (ctx: Ctx, input: MoveFundsInput) => moveFunds(ctx, 'WITHDRAWAL', input);

const moves = { DEPOSIT: { move: deposit, sign: 1n }, WITHDRAWAL: { move: withdraw, sign: -1n } } as const;

const moveFunds = (
  ctx: Ctx,
  type: keyof typeof moves,
  { userId, amountCents, reference }: MoveFundsInput,
): Promise<{ data: MovementView }> =>
  mutate(ctx, {
    facts: factsOf({ isUser: isUser(userId), isBooked: isBooked(type, reference) }),
    visible: (found) => (found.isUser ? found : null),
    decide(found) {
      refuseOwn(ctx.actor.userId, [userId], 'transfer money to their own account');
      if (found.isBooked) throw booked();
      const { move, sign } = moves[type];
      const amount = centsToUsdt(amountCents);
      const at = ctx.now();
      return {
        statements: [move({ ownerId: userId, amount, reference, at, bookedBy: ctx.actor.userId })],
        answer: { data: viewMovement({ type, amount: sign * amount, reference, at }) },
      };
    },
  });

const booked = () =>
  new Refusal('INVALID_STATE', 'A payment with this reference exists. Use another reference.', {
    status: 'BOOKED',
    allowedActions: [],
  });
