import * as z from 'zod';
import { asciiAddress } from '../../../schema/shared/email-address.ts';

/**
 * better-auth validates addresses by the pattern of zod, which is narrower than ours, and has no option for another one. Both use the same module of
 * zod, so its pattern becomes ours. Our routes have given each address the form of accounts before.
 */
export function acceptAllAddresses(): void {
  z.regexes.email.compile(asciiAddress.source);
}
