import type { DeliverableView } from '../../../../schema/placements/assignments.ts';
import { exactly } from '../../ui/format.ts';
import { type Reason, reasonWords } from '../../ui/report/words.ts';
import { Time } from '../../ui/time.tsx';

type Counter = 'views' | 'likes' | 'comments' | 'saves';
const counters: readonly Counter[] = ['views', 'likes', 'comments', 'saves'];

type Metric = DeliverableView['metrics'][number];

/** The unknown counts by their reason: each reason is said once. */
function unknownOf(metric: Metric): ReadonlyMap<Reason, readonly Counter[]> {
  const found = new Map<Reason, Counter[]>();
  for (const counter of counters)
    if (metric[counter] === null) {
      const reason = metric.reasons[counter] ?? 'UNAVAILABLE';
      found.set(reason, [...(found.get(reason) ?? []), counter]);
    }
  return found;
}

/** What was measured of the post of a result, and when. */
export const ResultCounts = ({ result: { metrics } }: { readonly result: Pick<DeliverableView, 'metrics'> }) => {
  const [metric] = metrics;
  if (metric === undefined) return <span class="quiet">– not measured yet</span>;
  return (
    <>
      <ul class="counts">
        {counters.map((counter) => {
          const count = metric[counter];
          return (
            count !== null && (
              <li>
                <strong>{exactly(count)}</strong> <span class="quiet small">{counter}</span>
              </li>
            )
          );
        })}
        {[...unknownOf(metric)].map(([reason, unknown]) => (
          <li>
            –{' '}
            <span class="quiet small">
              {new Intl.ListFormat('en').format(unknown)}: {reasonWords[reason]}
            </span>
          </li>
        ))}
      </ul>
      <span class="quiet small">
        measured <Time at={metric.measuredAt} />
      </span>
    </>
  );
};
