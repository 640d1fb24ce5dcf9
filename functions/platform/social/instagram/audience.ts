import { demoOf, geoOf } from '../shares.ts';
import type { AudienceReading, Grant } from '../social-platform.ts';
import { answers, type Demographics, type Problem } from './answers.ts';
import type { Graph } from './graph.ts';

/**
 * The followers of the account by country, and by age and gender ("Instagram Account Insights", follower_demographics). Null for an account
 * with fewer than 100 followers, of which Instagram states none. A breakdown has the 45 largest parts, of followers whose data Instagram
 * knows, so the shares are shares of these.
 */
export async function readAudience(graph: Graph, by: Grant): Promise<AudienceReading | null> {
  const countries = await demographics(graph, by, ['country']);
  const groups = await demographics(graph, by, ['age', 'gender']);
  if (countries.length + groups.length === 0) return null;
  return {
    periodDays: null,
    geo: geoOf(countries.map(({ values: [country = ''], amount }) => ({ country, amount }))),
    demo: demoOf(
      groups.map(({ values: [age = '', gender = ''], amount }) => ({
        age,
        gender: genders[gender] ?? 'UNKNOWN',
        amount,
      })),
    ),
  };
}

const genders: Readonly<Record<string, string>> = { F: 'FEMALE', M: 'MALE' };

interface Part {
  /** In the order of the requested breakdown. */
  readonly values: readonly string[];
  readonly amount: number;
}

async function demographics(graph: Graph, by: Grant, breakdown: readonly string[]): Promise<readonly Part[]> {
  await graph.afford(1, by);
  const query = {
    metric: 'follower_demographics',
    period: 'lifetime',
    metric_type: 'total_value',
    // Required. Its other values ended with version 20, as changelogs of others say.
    timeframe: 'this_month',
    breakdown: breakdown.join(','),
  };
  const asked = await graph.ask('me/insights', query, by, answers.demographics());
  if ('data' in asked) return partsIn(asked.data, breakdown);
  if (hasTooFewFollowers(asked.problem)) return [];
  throw asked.failure;
}

const partsIn = ({ data }: Demographics, breakdown: readonly string[]): Part[] =>
  data
    .flatMap(({ total_value: { breakdowns } }) => breakdowns)
    .flatMap(({ dimension_keys: keys, results }) =>
      results.map(({ dimension_values: found, value }) => ({
        values: breakdown.map((key) => found[keys.indexOf(key)] ?? ''),
        amount: value,
      })),
    );

/** Usually the answer has no data. This error is in answers that others have published, not in Meta's reference. */
const hasTooFewFollowers = ({ code, message }: Problem): boolean =>
  code === 3006 || (code === 10 && /not enough/i.test(message));
