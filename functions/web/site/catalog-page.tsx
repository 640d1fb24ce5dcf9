import type { CatalogEntry } from '../../../schema/catalog/catalog.ts';
import type { FilterCounts } from '../../../schema/catalog/filter-counts.ts';
import type { Page } from '../../../schema/shared/page.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { exactly } from '../ui/format.ts';
import { Document } from '../ui/layout.tsx';
import { countryName, languageName } from '../ui/names.ts';
import { documentOf } from '../ui/rendered.ts';
import { preview } from '../ui/share-tags.tsx';
import { channelTypeNames, formatName } from '../ui/wording.ts';
import { addressOf, type Field, fields, type Values } from './catalog-form.ts';
import { CreatorCard } from './creator-card.tsx';
import { FilterForm } from './filter-form.tsx';
import { pictureOf } from './shown-page.ts';

interface Shown {
  readonly baseUrl: string;
  /** As typed, for the reader. */
  readonly values: Values;
  /** As requested from the catalog, for search engines. */
  readonly requested: Values;
  readonly cursor: string | undefined;
  readonly page: Page<CatalogEntry>;
  readonly counts: FilterCounts;
}

const description =
  'Browse creators on Twitch, Kick, YouTube, TikTok, Instagram and X: their services, prices and audiences.';

/** Renders the catalog. Equal requests give equal bytes. */
export function renderCatalog({ baseUrl, values, requested, cursor, page, counts }: Shown): string {
  // Search engines index the catalog, but no searches and no empty lists.
  const isSearch = requested.q !== undefined;
  const canonical = baseUrl + (isSearch ? addressOf({}) : addressOf(requested, cursor));
  const isUnlisted = isSearch || (page.data.length === 0 && canonical !== baseUrl + addressOf({}));
  const title = titleOf(requested);
  const next = page.nextCursor === null ? null : addressOf(values, page.nextCursor);
  const head = (
    <>
      {page.nextCursor !== null && <link rel="next" href={baseUrl + addressOf(requested, page.nextCursor)} />}
      {preview({
        title,
        description,
        url: canonical,
        image: `${baseUrl}/site/card.png`,
        isCard: true,
        type: 'website',
      })}
    </>
  );
  return documentOf(
    <Document title={title} description={description} canonical={canonical} isUnlisted={isUnlisted} head={head}>
      <Intro />
      <FilterForm values={values} errors={{}} counts={counts} />
      <Chosen values={values} />
      <section aria-labelledby="results">
        <h2 id="results" class={page.data.length === 0 ? 'unseen' : 'results'}>
          {headingOf(values, cursor)}
        </h2>
        {page.data.length === 0 ? (
          <Nobody values={values} cursor={cursor} />
        ) : (
          <ul class="cards">
            {page.data.map((creator) => (
              <CreatorCard
                creator={creator}
                picture={pictureOf(creator, baseUrl)}
                platforms={requested.platform?.split(',')}
              />
            ))}
          </ul>
        )}
      </section>
      {(next !== null || cursor !== undefined) && (
        <nav class="pages" aria-label="Pages">
          {cursor !== undefined && <a href={addressOf(values)}>Back to the first page</a>}
          {next !== null && (
            <a class="button" rel="next" href={next}>
              Next page
            </a>
          )}
        </nav>
      )}
    </Document>,
  );
}

/** The form as submitted, with its errors. */
export const renderRefusedCatalog = (values: Values, errors: Values): string =>
  documentOf(
    <Document title={`Please check the filters · Castline`}>
      <Intro />
      <div class="notice" role="alert">
        <p>
          <strong>
            {Object.keys(errors).length === 1 ? 'One filter needs' : 'Some filters need'} a different value.
          </strong>{' '}
          The search has not run yet.
        </p>
      </div>
      <FilterForm values={values} errors={errors} />
    </Document>,
  );

const Intro = () => (
  <div class="intro">
    <h1>Find a creator for your next campaign</h1>
    <p>Prices are public, and a quote fixes them. Views and audiences are measured, never estimated.</p>
  </div>
);

const Nobody = ({ values, cursor }: { readonly values: Values; readonly cursor: string | undefined }) => (
  <div class="empty card">
    {cursor !== undefined ? (
      <p>This is the end of the list.</p>
    ) : Object.keys(values).length > 0 ? (
      <>
        <p class="lead">No creator matches all of these filters.</p>
        <p>
          Remove a filter, or <a href="/creators">show every creator</a>.
        </p>
      </>
    ) : (
      <>
        <p class="lead">No creator has published a page yet.</p>
        <p>Published pages appear here at once.</p>
      </>
    )}
  </div>
);

/** The active filters, each with a link that removes it. */
const Chosen = ({ values }: { readonly values: Values }) => {
  const chosen = fields.filter((field) => field !== 'sort' && values[field] !== undefined);
  if (chosen.length === 0) return null;
  return (
    <ul class="chosen" aria-label="Active filters">
      {chosen.map((field) => (
        <li>
          <a class="tag" href={addressOf(without(field, values))}>
            {saidOf[field](values[field] ?? '')}
            <span class="unseen"> (remove)</span>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <a href="/creators">Clear all</a>
        </li>
      )}
    </ul>
  );
};

/** Filtered pages have their own titles. A search has none, because anybody can write its text. */
function titleOf(requested: Values): string {
  const chosen = fields.filter((field) => field !== 'sort' && field !== 'q' && requested[field] !== undefined);
  const said = chosen.map((field) => saidOf[field](requested[field] ?? ''));
  return ['Creators and their prices', ...(said.length === 0 ? [] : [said.join(', ')]), 'Castline'].join(' · ');
}

const without = (field: Field, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));

function headingOf(values: Values, cursor: string | undefined): string {
  const order =
    values.sort === 'price'
      ? ', lowest price first'
      : values.sort === 'activity' || values.q === undefined
        ? ', recently active first'
        : '';
  const what = values.q === undefined ? 'Creators' : 'Matching creators';
  return `${what}${order}${cursor === undefined ? '' : ', continued'}`;
}

const saidOf: Readonly<Record<Field, (value: string) => string>> = {
  q: (value) => `“${value}”`,
  platform: (value) => each(value, (one) => named(platformNames, one)),
  format: (value) => each(value, formatName),
  channelType: (value) => named(channelTypeNames, value),
  topic: (value) => `Topic: ${each(value, (one) => one)}`,
  language: (value) => `Language: ${each(value, languageName)}`,
  geo: (value) => `Creator in ${each(value, countryName)}`,
  audienceGeo: (value) => `Audience in ${each(value, countryName)}`,
  minPrice: (value) => `From ${value} USDT`,
  maxPrice: (value) => `Up to ${value} USDT`,
  verified: () => 'Verified',
  minFollowers: (value) => `At least ${exactly(Number(value))} followers`,
  minViews: (value) => `At least ${exactly(Number(value))} average views`,
  minEr: (value) => `Engagement rate of at least ${value}\u00a0%`,
  sort: (value) => value,
};

/** The alternatives of a filter, in words. */
const each = (value: string, nameOf: (one: string) => string): string =>
  value
    .split(',')
    .map((one) => nameOf(one.trim()))
    .join(' or ');

const named = (names: Readonly<Record<string, string>>, value: string): string => names[value] ?? value;
