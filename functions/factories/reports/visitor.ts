import type { GuestCtx } from '../../context.ts';
import { macOf } from '../../platform/mac.ts';

/** Which visitor of a report reads on, as a text that says nothing of the address and the browser. */
export const visitorOf = async ({ settings }: GuestCtx, address: string, userAgent: string): Promise<string> =>
  Buffer.from(await macOf('report-visitor', `${address}\n${userAgent}`, settings)).toString('base64url');
