import type { Count, Counts, Grant } from '../social-platform.ts';
import { answers, type Insights, type MediaItem, type Problem } from './answers.ts';
import { type Asked, type Graph, isGone } from './graph.ts';

/** "Instagram Media Insights": stories have no likes, comments or saves. One metric that a post lacks makes Instagram refuse the whole call. */
const allMetrics = ['views', 'likes', 'comments', 'saved', 'shares'] as const;
type Metric = (typeof allMetrics)[number];
const storyMetrics: readonly Metric[] = ['views', 'shares'];

/**
 * The counts of a post over its whole life. A metric that Instagram refuses for this post is NOT_OFFERED; one without a value is UNAVAILABLE.
 * The caller has paid for the first request.
 */
export async function countsOf(graph: Graph, item: MediaItem, by: Grant): Promise<Counts> {
  const isStory = item.media_product_type === 'STORY';
  let isPaid = true;
  const ask: Ask = async (metrics) => {
    if (!isPaid) await graph.afford(1, by);
    isPaid = false;
    return graph.ask(`${item.id}/insights`, { metric: metrics.join(',') }, by, answers.insights());
  };
  const known = await readMetrics(ask, isStory ? storyMetrics : allMetrics, isStory);
  const of = (metric: Metric): Count => known.get(metric) ?? 'NOT_OFFERED';
  return {
    views: of('views'),
    likes: of('likes'),
    comments: of('comments'),
    saves: of('saved'),
    shares: of('shares'),
  };
}

type Ask = (metrics: readonly Metric[]) => Promise<Asked<Insights>>;

/** The metrics that Instagram offers, after at most one request for each metric and each group of them. */
async function readMetrics(
  ask: Ask,
  metrics: readonly Metric[],
  isStory: boolean,
): Promise<ReadonlyMap<Metric, Count>> {
  const asked = await ask(metrics);
  if ('data' in asked) return new Map(metrics.map((metric) => [metric, valueIn(asked.data, metric)]));
  const { problem, failure } = asked;
  if (hasTooFewViewers(problem, isStory)) return new Map(metrics.map((metric) => [metric, 'UNAVAILABLE']));
  if (problem.error_subcode === postedBeforeSwitch) return new Map();
  if (problem.code !== 100 || isGone(problem)) throw failure;
  const refused = metrics.length === 1 ? metrics : refusedIn(problem.message, metrics);
  const rest = metrics.filter((metric) => !refused.includes(metric));
  if (refused.length > 0) return rest.length === 0 ? new Map() : readMetrics(ask, rest, isStory);
  // The message names none, for example in another language.
  const alone: [Metric, Count][] = [];
  for (const metric of metrics) alone.push(...(await readMetrics(ask, [metric], isStory)));
  return new Map(alone);
}

/** "If insights data … does not exist or is currently unavailable, the API returns an empty data set instead of 0." */
const valueIn = ({ data }: Insights, metric: Metric): Count =>
  data.find(({ name }) => name === metric)?.values[0]?.value ?? 'UNAVAILABLE';

/** "Story media metrics with values less than 5 return an error code 10." Elsewhere code 10 is a missing permission. */
const hasTooFewViewers = ({ code, message }: Problem, isStory: boolean): boolean =>
  code === 10 && (isStory || /not enough viewers/i.test(message));

/**
 * A post from before the account's last switch to a professional one never has insights. The number is in answers that others have published,
 * not in Meta's reference.
 */
const postedBeforeSwitch = 2_108_006;

/** "… does not support the views, shares metric for this media product type", or "metric[1] must be one of the following values: …". */
function refusedIn(message: string, metrics: readonly Metric[]): readonly Metric[] {
  const place = /metric\[(\d)\]/.exec(message)?.[1];
  if (place !== undefined) return metrics.slice(Number(place), Number(place) + 1);
  const words = message.split(/[^a-z_]+/);
  return metrics.filter((metric) => words.includes(metric));
}
