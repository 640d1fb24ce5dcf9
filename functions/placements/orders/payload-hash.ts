import canonicalize from 'canonicalize';
import type { AgreedTerms } from '../../../db/placements/items.ts';
import type { QuoteLine } from '../../../schema/placements/order-terms.ts';
import { missing } from '../../../schema/shared/errors.ts';
import { sha256Hex } from '../../platform/hash.ts';

/** The content of a quote. The SHA-256 of its canonical JSON (RFC 8785) is the payloadHash. */
export interface PricedPayload {
  readonly orderId: number | null;
  readonly orderVersion: number | null;
  readonly currency: 'USDT';
  readonly brandFeeBps: number;
  readonly lines: readonly QuoteLine[];
  readonly items: readonly AgreedTerms[];
}

export async function payloadHash({ lines, ...payload }: PricedPayload): Promise<string> {
  // The advertiser does not agree to the creator's fee, so it is left out.
  const agreed = lines.map(({ base, brandFee, termsHash }) => ({ base, brandFee, termsHash }));
  return sha256Hex(canonicalize({ ...payload, agreed }) ?? missing('the canonical JSON of a payload'));
}
