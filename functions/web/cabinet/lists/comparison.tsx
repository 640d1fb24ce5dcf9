import type { Child } from 'hono/jsx';
import type { CatalogEntry } from '../../../../schema/catalog/catalog.ts';
import type { CompareCreators } from '../../../../schema/saved-lists/saved-lists.ts';
import type { AnswerOf } from '../../../../schema/shared/operation.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Measured } from '../../ui/charts/measured.tsx';
import { exactly, percentOf, priceOf } from '../../ui/format.ts';
import { ChannelName, completedOf, durationOf } from '../../ui/metrics.tsx';
import { countryName, languageName } from '../../ui/names.ts';
import { rateOf } from '../../ui/report/words.ts';
import { channelTypeNames, ownershipNames, unitNames } from '../../ui/wording.ts';

type Compared = AnswerOf<typeof CompareCreators>['data'];

const maxServices = 6;
const maxCountries = 3;

/** Creators side by side: one column for each. */
export const Comparison = ({ compared }: { readonly compared: Compared }) => (
  <section class="card scroll" aria-label="Comparison" tabindex={0}>
    <table class="comparison stacked">
      <thead>
        <tr>
          <td />
          {compared.map((creator) => (
            <th scope="col">
              <Head creator={creator} others={compared} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cell }) => (
          <tr>
            <th scope="row">{name}</th>
            {compared.map(({ entry }) => (
              <td data-label={nameOf(entry)}>{entry === null ? '–' : cell(entry)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Head = ({
  creator: { publicId, entry },
  others,
}: {
  readonly creator: Compared[number];
  readonly others: Compared;
}) => {
  const rest = others.filter((other) => other.publicId !== publicId).map((other) => other.publicId);
  const without = rest.length === 0 ? '/cabinet/compare' : `/cabinet/compare?creators=${rest.join(',')}`;
  const name = nameOf(entry);
  return (
    <div class="compared-head">
      {entry === null ? (
        <>
          <span>{name}</span>
          <span class="under">The page is not public at the moment.</span>
        </>
      ) : (
        <>
          <a class="main" href={`/creators/${publicId}`} dir="auto">
            {name}
          </a>
          <a class="button small-button" href={`/cabinet/orders/new?creator=${publicId}`}>
            Order<span class="unseen"> from {name}</span>
          </a>
        </>
      )}
      <a class="small" href={without}>
        Remove<span class="unseen"> {name}</span>
      </a>
    </div>
  );
};

const nameOf = (entry: Compared[number]['entry']): string => entry?.displayName ?? 'Unavailable creator';

const rows: readonly { readonly name: string; cell(entry: CatalogEntry): Child }[] = [
  { name: 'Kind', cell: ({ channelType }) => channelTypeNames[channelType] },
  { name: 'Languages', cell: ({ languages }) => known(languages.map(languageName).join(', ')) },
  { name: 'Topics', cell: ({ topics }) => <span dir="auto">{known(topics.join(', '))}</span> },
  {
    name: 'Channels',
    cell: ({ channels }) => (
      <List
        items={channels.map(({ platform, handle, ownership }) => (
          <>
            {platformNames[platform]} <span dir="auto">{handle}</span>
            <span class="under">{ownershipNames[ownership]}</span>
          </>
        ))}
      />
    ),
  },
  {
    name: 'Average views',
    cell: ({ metrics }) => (
      <List
        items={metrics.map(({ channel, value, sampleSize, measuredAt }) => (
          <>
            <ChannelName channel={channel} among={metrics} />: {value === null ? '–' : exactly(value)}
            <span class="under">{value === null ? 'not measured' : `mean of ${sampleSize} posts`}</span>
            {value !== null && <Measured at={measuredAt} isOldest isInCell />}
          </>
        ))}
      />
    ),
  },
  {
    name: 'Engagement rate',
    cell: ({ metrics }) => (
      <List
        items={metrics.map(({ channel, er, erCoverage, erMeasuredAt }) => (
          <>
            <ChannelName channel={channel} among={metrics} />: {typeof er === 'number' ? rateOf(er) : '–'}
            <span class="under">
              {typeof er === 'number'
                ? `from ${erCoverage.measuredPosts} of ${erCoverage.totalPosts} posts`
                : 'not measured'}
            </span>
            {typeof er === 'number' && <Measured at={erMeasuredAt} isOldest isInCell />}
          </>
        ))}
      />
    ),
  },
  {
    name: 'Orders',
    cell: ({ completedOrders, responseTime }) => (
      <List
        items={[
          completedOf(completedOrders?.count ?? 0),
          ...(responseTime == null
            ? []
            : [
                <>
                  Median response time: {durationOf(responseTime.medianMinutes)}
                  <span class="under">over {responseTime.answers} orders</span>
                </>,
              ]),
        ]}
      />
    ),
  },
  {
    name: 'Verified audience',
    cell: ({ channels, metrics }) => (
      <List
        items={channels.flatMap(({ audience, ...channel }) =>
          audience === undefined
            ? []
            : [
                <>
                  <ChannelName channel={channel} among={metrics} />
                  {typeof audience.followers === 'number' && `: ${exactly(audience.followers)} followers`}
                  <span class="under">
                    {audience.geo
                      .slice(0, maxCountries)
                      .map(({ country, share }) => `${countryName(country)} ${percentOf(share)}`)
                      .join(', ')}
                  </span>
                  <Measured at={audience.capturedAt} isInCell />
                </>,
              ],
        )}
      />
    ),
  },
  {
    name: 'Services and prices',
    cell: ({ services, servicesTotal }) => (
      <List
        items={[
          ...services.slice(0, maxServices).map(({ title, unit, basePrice }) => (
            <>
              <span dir="auto">{title}</span>
              <span class="under">
                {priceOf(basePrice)} per {unitNames[unit][0]}
              </span>
            </>
          )),
          ...(servicesTotal > maxServices ? [`and ${servicesTotal - maxServices} more`] : []),
        ]}
      />
    ),
  },
];

const List = ({ items }: { readonly items: readonly Child[] }) =>
  items.length === 0 ? (
    '–'
  ) : (
    <ul>
      {items.map((item) => (
        <li>{item}</li>
      ))}
    </ul>
  );

const known = (text: string): string => (text === '' ? '–' : text);
