import type { DeliverableView } from '../../../../schema/placements/assignments.ts';
import { exactly } from '../../ui/format.ts';
import { Time } from '../../ui/time.tsx';

type Counter = 'views' | 'likes' | 'comments' | 'saves';
const counters: readonly Counter[] = ['views', 'likes', 'comments', 'saves'];

type Reason = NonNullable<DeliverableView['metrics'][number]['reason']>;
const reasonWords: Readonly<Record<Reason, string>> = {
  UNAVAILABLE: 'the platform gives no value now',
  HIDDEN: 'the publisher hides it',
  NOT_OFFERED: 'the platform does not offer it',
  NOT_GRANTED: 'the owner of the account has not granted it',
  WITHHELD: 'only the owner of the account may see it',
};

/** What was measured of the post of a result, and when. */
export const ResultCounts = ({ result: { metrics } }: { readonly result: Pick<DeliverableView, 'metrics'> }) => {
  const [metric] = metrics;
  if (metric === undefined) return <span class="quiet">– not measured yet</span>;
  return (
    <>
      <ul class="counts">
        {counters.map((counter) => (
          <li>
            {metric[counter] === null ? (
              <>
                –{' '}
                <span class="quiet small">
                  {counter}: {reasonWords[metric.reasons[counter] ?? 'UNAVAILABLE']}
                </span>
              </>
            ) : (
              <>
                <strong>{exactly(metric[counter])}</strong> <span class="quiet small">{counter}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      <span class="quiet small">
        measured <Time at={metric.measuredAt} />
      </span>
    </>
  );
};
