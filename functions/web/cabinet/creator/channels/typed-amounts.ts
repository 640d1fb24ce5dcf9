import { decimalOf } from '../../../../../schema/shared/money.ts';

/** A price as its input shows it. */
export const typedPrice = (cents: string): string => decimalOf({ raw: cents, decimals: 2 });

/** A discount in percent as its input shows it. Empty: the package is not offered. */
export const typedDiscount = (bps: number | undefined): string => (bps === undefined ? '' : String(bps / 100));
