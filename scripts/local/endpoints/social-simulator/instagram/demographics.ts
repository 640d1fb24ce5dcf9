import { type Answer, json } from '../../endpoint.ts';
import type { Fault, SimulatedAccount } from '../simulated-platform.ts';
import { unsupported } from './problems.ts';

const minFollowers = 100;
const maxParts = 45;

/** GET /me/insights for follower_demographics: counts of followers by country, or by age and gender. */
export function accountInsights(
  { externalId, audience, followers }: SimulatedAccount,
  query: URLSearchParams,
  fault: Fault | undefined,
): Answer {
  const metric = query.get('metric');
  if (metric !== 'follower_demographics')
    return unsupported('metric[0] must be one of the following values: follower_demographics, reach, views');
  if (query.get('period') !== 'lifetime')
    return unsupported('Incompatible metrics (follower_demographics) with period');
  if (query.get('metric_type') !== 'total_value')
    return unsupported(
      'The following metrics (follower_demographics) should be specified with metric_type=total_value',
    );
  if (!['this_month', 'this_week'].includes(query.get('timeframe') ?? ''))
    return unsupported('timeframe must be one of the following values: this_week, this_month');
  const keys = (query.get('breakdown') ?? '').split(',').filter(Boolean);
  if (keys.length === 0 || !keys.every((key) => ['age', 'gender', 'country'].includes(key)))
    return unsupported('breakdown must be one of the following values: age, city, country, gender');
  if (fault === 'empty-insights' || audience === null || (followers ?? 0) < minFollowers)
    return json(200, { data: [] });
  const total = followers ?? 0;
  const results = partsOf(audience, keys)
    .map(({ values, share }) => ({ dimension_values: values, value: Math.round(share * total) }))
    .sort((a, b) => b.value - a.value)
    .slice(0, maxParts);
  return json(200, {
    data: [
      {
        name: metric,
        period: 'lifetime',
        title: 'Follower demographics',
        description: 'The demographic characteristics of followers.',
        total_value: { breakdowns: [{ dimension_keys: keys, results }] },
        id: `${externalId}/insights/${metric}/lifetime`,
      },
    ],
  });
}

function partsOf(
  { geo, demo }: NonNullable<SimulatedAccount['audience']>,
  keys: readonly string[],
): { values: string[]; share: number }[] {
  if (keys.includes('country')) return Object.entries(geo).map(([country, share]) => ({ values: [country], share }));
  return Object.entries(demo).flatMap(([gender, ages]) =>
    Object.entries(ages).map(([age, share]) => ({
      values: keys.map((key) => (key === 'age' ? age : gender.toUpperCase())),
      share,
    })),
  );
}
