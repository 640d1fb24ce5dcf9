import type { Child } from 'hono/jsx';
import { erSteps, figureSteps, searchLength } from '../../../schema/catalog/catalog-query.ts';
import { type CountedFilter, type FilterCounts, openFilters } from '../../../schema/catalog/filter-counts.ts';
import { topicLength } from '../../../schema/creators/creators.ts';
import { catalogSorts, channelTypes, platforms, serviceTypes, variants } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { exactly } from '../ui/format.ts';
import { countryName, languageName } from '../ui/names.ts';
import { channelTypeNames, formatName, typeNames, variantNames } from '../ui/wording.ts';
import type { Field, Values } from './catalog-form.ts';
import { Several } from './several-values.tsx';

interface FormProps {
  readonly values: Values;
  readonly errors: Values;
}

interface FilterFormProps extends FormProps {
  /** Absent: no count is shown. */
  readonly counts?: FilterCounts;
}

const hidden: readonly Field[] = [
  ...(['channelType', 'topic', 'language', 'geo', 'audienceGeo', 'minPrice', 'maxPrice'] as const),
  ...(['verified', 'minFollowers', 'minViews', 'minEr'] as const),
];

/** The filters of the catalog as a form without scripts. */
export const FilterForm = ({ values, errors, counts }: FilterFormProps) => {
  const common = { values, errors };
  const of = (filter: CountedFilter, value: string) =>
    valuesOf(counts, filter).find((one) => one.value === value)?.creators;
  const counted = (filter: CountedFilter, value: string, label: string) => {
    const count = of(filter, value);
    return count === undefined ? label : `${label} (${exactly(count)})`;
  };
  const choicesOf = (filter: CountedFilter, all: readonly string[], words: Readonly<Record<string, string>>) =>
    all.map((value) => ({ value, name: words[value] ?? value, count: of(filter, value) }));
  const frequent = (filter: (typeof openFilters)[number]) =>
    valuesOf(counts, filter)
      .slice(0, offered)
      .map(({ value, creators }) => ({ value, name: nameOf[filter](value), count: creators }));
  const isOpen = hidden.some((field) => values[field] !== undefined || errors[field] !== undefined);
  return (
    <search>
      <form class="filters card" action="/creators" method="get">
        <div class="main-filters">
          <Input
            {...common}
            name="q"
            label="Search"
            type="search"
            hint="Name, topic or service"
            maxLength={searchLength}
          />
          <Several
            {...common}
            name="platform"
            label="Platforms"
            any="Any platform"
            groups={[{ choices: choicesOf('platform', platforms, names) }]}
          />
          <Several
            {...common}
            name="format"
            label="Formats"
            any="Any format"
            groups={serviceTypes.map((type) => ({
              name: typeNames[type],
              choices: [
                { value: type, name: 'Any kind', count: of('format', type) },
                ...variants.map((variant) => ({
                  value: `${type}.${variant}`,
                  name: variantNames[variant],
                  count: of('format', `${type}.${variant}`),
                })),
              ],
            }))}
            nameOf={formatName}
          />
          <Select {...common} name="sort" label="Sort by">
            {catalogSorts
              .filter((sort) => sort !== 'relevance' || values.q !== undefined)
              .map((sort) =>
                option(values.sort ?? (values.q === undefined ? 'activity' : 'relevance'), sort, sortNames[sort]),
              )}
          </Select>
          <button type="submit">Show creators</button>
        </div>
        <details open={isOpen}>
          <summary>More filters</summary>
          <div class="more-filters">
            <Select {...common} name="channelType" label="Kind of creator" any="Any kind">
              {channelTypes.map((type) =>
                option(values.channelType, type, counted('channelType', type, channelTypeNames[type])),
              )}
            </Select>
            {openFilters.map((name) => (
              <Several
                {...common}
                {...openWords[name]}
                name={name}
                groups={[{ choices: frequent(name) }]}
                nameOf={nameOf[name]}
              />
            ))}
            <Input {...common} name="minPrice" label="Price from, USDT" hint="0" mode="decimal" maxLength={12} />
            <Input {...common} name="maxPrice" label="Price to, USDT" hint="500" mode="decimal" maxLength={12} />
            <Select {...common} name="minFollowers" label="Followers, at least" any="Any number">
              {figureSteps.map((step) =>
                option(values.minFollowers, String(step), counted('minFollowers', String(step), exactly(step))),
              )}
            </Select>
            <Select {...common} name="minViews" label="Average views, at least" any="Any number">
              {figureSteps.map((step) =>
                option(values.minViews, String(step), counted('minViews', String(step), exactly(step))),
              )}
            </Select>
            <Select {...common} name="minEr" label="Engagement rate, at least" any="Any rate">
              {erSteps.map((step) =>
                option(values.minEr, String(step), counted('minEr', String(step), `${step}\u00a0%`)),
              )}
            </Select>
            <Select {...common} name="verified" label="Ownership of channels" any="Verified or not">
              {option(values.verified, 'true', counted('verified', 'true', 'Only verified creators'))}
            </Select>
          </div>
        </details>
        {counts !== undefined && (
          <p class="filter-note">
            {counts.creators === 1
              ? 'The catalog has 1 creator.'
              : `The catalog has ${exactly(counts.creators)} creators.`}{' '}
            The number beside a value counts the creators with that value. It ignores the other filters.
          </p>
        )}
      </form>
    </search>
  );
};

const valuesOf = (counts: FilterCounts | undefined, filter: CountedFilter) =>
  counts?.filters.find(({ name }) => name === filter)?.values ?? [];

/** Up to five values of forty characters with commas. */
const maxListed = 5 * (topicLength + 1);
const names: Readonly<Record<string, string>> = platformNames;

/** The most frequent values that the form offers of a filter with any number of them. The others can be typed. */
const offered = 12;

const asTyped = (value: string): string => value;
const nameOf = { topic: asTyped, language: languageName, geo: countryName, audienceGeo: countryName } as const;

const openWords = {
  topic: {
    label: 'Topics',
    any: 'Any topic',
    other: 'Other topics',
    hint: 'retro gaming, chess',
    maxLength: maxListed,
  },
  language: { label: 'Languages', any: 'Any language', other: 'Other codes', hint: 'pt-BR, sv', maxLength: maxListed },
  geo: { label: "Creator's countries", any: 'Any country', other: 'Other codes', hint: 'DE, AT', maxLength: 24 },
  audienceGeo: { label: 'Audience in', any: 'Any country', other: 'Other codes', hint: 'US, CA', maxLength: 24 },
} as const;

const sortNames = { price: 'Lowest price', relevance: 'Best match', activity: 'Recently active' };

interface FieldProps extends FormProps {
  readonly name: Field;
  readonly label: string;
}

interface InputProps extends FieldProps {
  readonly hint: string;
  readonly maxLength: number;
  readonly type?: 'search';
  readonly mode?: 'decimal';
}

const Input = (props: InputProps) => (
  <Labelled {...props}>
    <input
      id={props.name}
      name={props.name}
      type={props.type ?? 'text'}
      value={props.values[props.name] ?? ''}
      placeholder={props.hint}
      maxlength={props.maxLength}
      inputmode={props.mode}
      autocomplete="off"
      {...markOf(props)}
    />
  </Labelled>
);

const Select = (props: FieldProps & { any?: string; children: Child }) => (
  <Labelled {...props}>
    <select id={props.name} name={props.name} {...markOf(props)}>
      {props.any !== undefined && <option value="">{props.any}</option>}
      {props.children}
    </select>
  </Labelled>
);

const option = (chosen: string | undefined, value: string, label: string) => (
  <option value={value} selected={chosen === value}>
    {label}
  </option>
);

const Labelled = ({ name, label, errors, children }: FieldProps & { children?: Child }) => (
  <div class={`field field-${name}`}>
    <label for={name}>{label}</label>
    {children}
    {errors[name] !== undefined && (
      <p class="error" id={`${name}-error`}>
        {errors[name]}
      </p>
    )}
  </div>
);

const markOf = ({ errors, name }: FieldProps) =>
  errors[name] === undefined ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-error` };
