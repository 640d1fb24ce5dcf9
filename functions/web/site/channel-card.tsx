import { platformNames } from '../../../schema/shared/platform-names.ts';
import { Day } from '../ui/day.tsx';
import { exactly } from '../ui/format.ts';
import { outward } from '../ui/outward.ts';
import { rateOf } from '../ui/report/words.ts';
import { ownershipNames } from '../ui/wording.ts';
import type { Metric, ShownChannel } from './shown-page.ts';

interface ChannelProps {
  readonly channel: ShownChannel;
  readonly metric: Metric | undefined;
  /** Why something of it is not measured, for its owner. */
  readonly note?: string | undefined;
}

/** A channel with its views, engagement rate and followers. */
export const ChannelCard = ({
  channel: { platform, handle, canonicalUrl, ownership, audience },
  metric,
  note,
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
      <div>
        <dt>Engagement rate</dt>
        <dd>
          <Er metric={metric} />
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
    {note !== undefined && <p class="small">{note}</p>}
  </li>
);

/** An unknown number is shown as unknown; 0 is a measurement. */
const Views = ({ metric }: { readonly metric: Metric | undefined }) => {
  if (metric === undefined || metric.value === null) return <span class="quiet">not measured</span>;
  const { value, sampleSize, measuredAt } = metric;
  return <Measured figure={exactly(value)} sample={sampleOf(sampleSize)} at={measuredAt} />;
};

const Er = ({ metric }: { readonly metric: Metric | undefined }) => {
  // The entries of a former version have none.
  if (typeof metric?.er !== 'number') return <span class="quiet">not measured</span>;
  const { er, erCoverage, erMeasuredAt } = metric;
  return <Measured figure={rateOf(er)} sample={coverageOf(erCoverage)} at={erMeasuredAt} />;
};

interface MeasuredProps {
  readonly figure: string;
  readonly sample: string;
  readonly at: string | null;
}

const Measured = ({ figure, sample, at }: MeasuredProps) => (
  <>
    <strong class="figure">{figure}</strong>
    <span class="quiet small">
      {sample}
      {at !== null && (
        <>
          , measured <Day at={at} />
        </>
      )}
    </span>
  </>
);

const coverageOf = ({ measuredPosts, totalPosts }: Metric['erCoverage']): string =>
  `from ${measuredPosts === totalPosts ? '' : `${measuredPosts} of `}the latest ${totalPosts === 1 ? 'post' : `${totalPosts} posts`}`;

const sampleOf = (size: number): string =>
  size === 5
    ? 'mean of the latest 5 posts'
    : size === 1
      ? 'from one of the latest 5 posts'
      : `mean of ${size} of the latest 5 posts`;
