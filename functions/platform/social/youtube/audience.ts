import { afford } from '../meter.ts';
import { requestJson, shaped } from '../request.ts';
import { demoOf, geoOf } from '../shares.ts';
import type { AudienceReading, Cost, Grant, Meter } from '../social-platform.ts';
import { answers } from './answers.ts';
import { failureOf, reasonsIn } from './failure.ts';

const periodDays = 90;
const dayMs = 86_400_000;
/** One report. Google counts them apart from the Data API; here they are in the same budget, which is stricter. */
const cost: Cost = { bucket: 'analytics', calls: 1, units: 1 };

/**
 * The viewers of the channel in the last 90 days: the views by country, and the signed-in viewers by age and gender (YouTube Analytics and
 * Reporting APIs, "Channel Reports"). Null for a grant without yt-analytics.readonly, and for a channel whose few viewers YouTube does not state.
 */
export async function readAudience(
  analyticsUrl: string,
  meter: Meter,
  by: Grant,
  now: Date,
): Promise<AudienceReading | null> {
  const report = async (metrics: string, dimensions: string): Promise<readonly Row[] | null> => {
    await afford(meter, cost);
    const query = {
      ids: 'channel==MINE',
      startDate: dayOf(new Date(now.getTime() - periodDays * dayMs)),
      endDate: dayOf(new Date(now.getTime() - dayMs)),
      metrics,
      dimensions,
    };
    return readReport(analyticsUrl, meter, by, query);
  };
  const countries = await report('views', 'country');
  const groups = countries && (await report('viewerPercentage', 'ageGroup,gender'));
  if (!countries || !groups || countries.length + groups.length === 0) return null;
  return {
    periodDays,
    geo: geoOf(countries.map((row) => ({ country: textIn(row, 'country'), amount: numberIn(row, 'views') }))),
    demo: demoOf(
      groups.map((row) => ({
        age: ageIn(textIn(row, 'ageGroup')),
        gender: genders[textIn(row, 'gender')] ?? 'UNKNOWN',
        amount: numberIn(row, 'viewerPercentage'),
      })),
      100,
    ),
  };
}

/** The values of a row by the name of their column. */
type Row = ReadonlyMap<string, string | number>;

/** Null when the grant lacks the scope. */
async function readReport(
  analyticsUrl: string,
  meter: Meter,
  by: Grant,
  query: Readonly<Record<string, string>>,
): Promise<readonly Row[] | null> {
  const url = new URL(`${analyticsUrl.replace(/\/$/, '')}/reports`);
  url.search = new URLSearchParams(query).toString();
  const answer = await requestJson({ url, headers: { authorization: `Bearer ${by.accessToken}` } });
  if (answer.status === 403 && reasonsIn(answer).some((reason) => missingScope.includes(reason))) return null;
  if (answer.status !== 200) throw failureOf(answer, 'reports', { meter, bucket: cost.bucket, by });
  const { columnHeaders, rows } = shaped(answer, answers.report(), "YouTube's reports");
  return rows.map((row) => new Map(columnHeaders.flatMap(({ name }, index) => entryOf(name, row[index]))));
}

const missingScope: readonly string[] = ['insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'];
const entryOf = (name: string, value: string | number | undefined): [string, string | number][] =>
  value === undefined ? [] : [[name, value]];

const textIn = (row: Row, name: string): string => String(row.get(name) ?? '');
/** A row without its value adds nothing. */
const numberIn = (row: Row, name: string): number => {
  const value = row.get(name);
  return typeof value === 'number' ? value : 0;
};

/** "Dimensions": ageGroup is age13-17 to age65-, gender female, male or user_specified. */
const genders: Readonly<Record<string, string>> = { female: 'FEMALE', male: 'MALE', user_specified: 'OTHER' };
const ageIn = (text: string): string => text.replace(/^age/, '').replace(/-$/, '+');
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
