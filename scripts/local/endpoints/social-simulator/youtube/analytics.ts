import { type Answer, json } from '../../endpoint.ts';
import type { PlatformRequest, PlatformWorld, SimulatedAccount } from '../simulated-platform.ts';

const scope = 'https://www.googleapis.com/auth/yt-analytics.readonly';
const minViewers = 100;

/** YouTube Analytics API v2, reports.query: views by country, and viewerPercentage by age and gender. */
export function answerReport({ query, headers }: PlatformRequest, world: PlatformWorld): Answer | Promise<Answer> {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const grant = world.grantOf(token);
  if (grant === undefined) return refusal(401, 'Request had invalid authentication credentials.', 'authError');
  const { account, scopes } = grant;
  world.count('reports', account.externalId);
  const fault = world.faultOf(account.externalId);
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === '500') return refusal(500, 'Backend Error', 'backendError');
  if (fault === '429' || fault === 'quota') return refusal(429, 'Quota exceeded.', 'rateLimitExceeded');
  if (fault === 'malformed') return json(200, { rows: [['US', -1]] });
  if (fault === 'revoked' || fault === 'expired-token') return refusal(401, 'Invalid Credentials', 'authError');
  if (!scopes.includes(scope) || fault === 'scope-missing')
    return refusal(403, 'Request had insufficient authentication scopes.', 'insufficientPermissions');
  if (query.get('ids') !== 'channel==MINE') return refusal(403, 'Forbidden', 'forbidden');
  const days = [query.get('startDate'), query.get('endDate')];
  if (!days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day ?? '')))
    return refusal(400, 'Invalid value for the date.', 'badRequest');
  const isEmpty = fault === 'empty-insights' || account.audience === null || (account.followers ?? 0) < minViewers;
  const kind = `${query.get('metrics')} by ${query.get('dimensions')}`;
  if (kind === 'views by country')
    return table([['country', 'STRING']], ['views', 'INTEGER'], isEmpty ? null : countries(account));
  if (kind === 'viewerPercentage by ageGroup,gender')
    return table(
      [
        ['ageGroup', 'STRING'],
        ['gender', 'STRING'],
      ],
      ['viewerPercentage', 'FLOAT'],
      isEmpty ? null : groups(account),
    );
  return refusal(400, 'The query is not supported.', 'badRequest');
}

type Rows = readonly (readonly (string | number)[])[];

const countries = ({ audience }: SimulatedAccount): Rows =>
  Object.entries(audience?.geo ?? {}).map(([country, share]) => [country, Math.round(share * 100_000)]);

const genders: Readonly<Record<string, string>> = { f: 'female', m: 'male', u: 'user_specified' };

const groups = ({ audience }: SimulatedAccount): Rows =>
  Object.entries(audience?.demo ?? {}).flatMap(([gender, ages]) =>
    Object.entries(ages).map(([age, share]) => [
      `age${age.replace('+', '-')}`,
      genders[gender] ?? 'user_specified',
      Math.round(share * 1_000) / 10,
    ]),
  );

/** Without data there is no `rows` element. */
function table(
  dimensions: readonly (readonly [string, string])[],
  metric: readonly [string, string],
  rows: Rows | null,
): Answer {
  const header = ([name, dataType]: readonly [string, string], columnType: string) => ({ name, columnType, dataType });
  return json(200, {
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders: [...dimensions.map((dimension) => header(dimension, 'DIMENSION')), header(metric, 'METRIC')],
    ...(rows !== null && { rows }),
  });
}

const refusal = (code: number, message: string, reason: string): Answer =>
  json(code, { error: { code, message, errors: [{ message, domain: 'global', reason }] } });
