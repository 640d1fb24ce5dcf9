import { platformNames } from '../../../schema/shared/platform-names.ts';
import { Day } from '../ui/day.tsx';
import { exactly } from '../ui/format.ts';
import { outward } from '../ui/outward.ts';
import { ownershipNames } from '../ui/wording.ts';
import type { Metric, ShownChannel } from './shown-page.ts';

interface ChannelProps {
  readonly channel: ShownChannel;
  readonly metric: Metric | undefined;
}

/** A channel with its views. */
export const ChannelCard = ({
  channel: { platform, handle, canonicalUrl, ownership, audience },
  metric,
}: ChannelProps) => (
  <li class="card channel">
    <h3>{platformNames[platform]}</h3>
    <p class="handle" dir="auto">
      <a href={outward(canonicalUrl)} rel="nofollow noopener ugc">
        {handle}
        <span class="unseen"> on {platformNames[platform]}</span>
      </a>
    </p>
    <dl class="facts">
      <div>
        <dt>Average views</dt>
        <dd>
          <Views metric={metric} />
        </dd>
      </div>
      {typeof audience?.followers === 'number' && (
        <div>
          <dt>Followers</dt>
          <dd>
            <strong class="figure">{exactly(audience.followers)}</strong>
            <span class="quiet small">
              measured <Day at={audience.capturedAt} />
            </span>
          </dd>
        </div>
      )}
    </dl>
    <p class="quiet small">{ownershipNames[ownership]}</p>
    <p class="quiet small">{audience ? 'Connected account' : 'Audience not measured'}</p>
  </li>
);

/** An unknown number is shown as unknown; 0 is a measurement. */
const Views = ({ metric }: { readonly metric: Metric | undefined }) => {
  if (metric === undefined || metric.value === null) return <span class="quiet">not measured</span>;
  const { value, sampleSize, measuredAt } = metric;
  return (
    <>
      <strong class="figure">{exactly(value)}</strong>
      <span class="quiet small">
        {sampleOf(sampleSize)}
        {measuredAt !== null && (
          <>
            , measured <Day at={measuredAt} />
          </>
        )}
      </span>
    </>
  );
};

const sampleOf = (size: number): string =>
  size === 5
    ? 'mean of the latest 5 posts'
    : size === 1
      ? 'from one of the latest 5 posts'
      : `mean of ${size} of the latest 5 posts`;
