import { createHash } from 'node:crypto';
import { dictionaries, fixedLimits } from '../../schema/dictionaries.ts';
import type { Settings } from '../env.ts';
import type { GuestVersion } from './version.ts';

/** Every enumeration and limit: those of the contract and those that this deployment sets. */
export function readDictionaries(settings: Settings, callsPerMinute: Readonly<Record<string, number>>): GuestVersion {
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
  return { generations: '', etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`, body };
}
