import { dictionaries, fixedLimits } from '../../schema/dictionaries.ts';
import type { Settings } from '../env.ts';
import type { GuestVersion } from './version.ts';

/** Every enumeration and limit: those of the contract and those that this deployment sets. */
export async function readDictionaries(
  settings: Settings,
  callsPerMinute: Readonly<Record<string, number>>,
): Promise<GuestVersion> {
  const perMinute = Object.fromEntries(
    Object.entries(callsPerMinute).map(([name, calls]) => [name, calls * settings.RATE_LIMIT_SCALE]),
  );
  const limits = {
    ...fixedLimits,
    perMinute,
    quoteTtlSeconds: settings.QUOTE_TTL_SECONDS,
    acceptWindowHours: settings.ACCEPT_WINDOW_HOURS,
  };
  const body = JSON.stringify({ data: { ...dictionaries, limits } });
  return { generations: '', etag: await etagOf(body), body };
}

async function etagOf(body: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body)));
  return `"${Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}
