import type { Platform } from '../../../schema/shared/enums.ts';

/** Platforms whose day does not begin at midnight UTC: YouTube's is Pacific ("YouTube Data API Overview", Quota usage). */
const timeZones: Readonly<Partial<Record<Platform, string>>> = { YOUTUBE: 'America/Los_Angeles' };

const calendarOf = (platform: Platform): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZones[platform] ?? 'UTC',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  });

/** The day of a platform's quota, as YYYY-MM-DD. */
export const quotaDayOf = (platform: Platform, at: Date): string => calendarOf(platform).format(at);

const quarterMs = 15 * 60_000;

/** The seconds until the next day of a platform's quota. A day ends at a full quarter of an hour UTC in every time zone. */
export function secondsUntilNextDay(platform: Platform, now: Date): number {
  const calendar = calendarOf(platform);
  const day = calendar.format(now);
  let end = Math.floor(now.getTime() / quarterMs) * quarterMs;
  while (calendar.format(end) === day) end += quarterMs;
  return Math.ceil((end - now.getTime()) / 1_000);
}
