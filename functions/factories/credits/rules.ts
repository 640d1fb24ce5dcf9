import type { UsageDays } from '../../../db/factories/credits.ts';
import { Refusal, refuseOwn } from '../../../schema/shared/errors.ts';
import { decimalOf, type Minor, usdt } from '../../../schema/shared/money.ts';

interface Prices {
  /** Millionths of USDT for one credit. */
  readonly CREDIT_PRICE_RAW: number;
}

/** The price of credits. Refuses any other price than the caller has confirmed. */
export function priceOf(credits: number, confirmed: Minor, { CREDIT_PRICE_RAW }: Prices): Minor {
  const price = BigInt(credits) * BigInt(CREDIT_PRICE_RAW);
  if (confirmed === price) return price;
  throw new Refusal(
    'PRICE_CHANGED',
    `The price is now ${decimalOf(usdt(price))} USDT, which is ${price} as priceRaw. Check it, then confirm again.`,
  );
}

/** Refuses a grant to its own giver, and a reference that was booked before. */
export function refuseGrant(staffId: number, userId: number, isBooked: boolean): void {
  refuseOwn(staffId, [userId], 'grant credits to their own account');
  if (!isBooked) return;
  throw new Refusal('INVALID_STATE', 'A grant with this reference exists. Use another reference.', {
    status: 'BOOKED',
    allowedActions: [],
  });
}

const dayMs = 86_400_000;

/** The present UTC day, and the first of the thirty days that end with it. */
export const usageDaysAt = (now: Date): UsageDays => ({
  today: dayOf(now),
  from: dayOf(new Date(now.getTime() - 29 * dayMs)),
});

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
