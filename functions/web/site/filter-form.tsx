import type { Child } from 'hono/jsx';
import { erSteps, figureSteps, searchLength } from '../../../schema/catalog/catalog-query.ts';
import type { CountedFilter, FilterCounts } from '../../../schema/catalog/filter-counts.ts';
import { topicLength } from '../../../schema/creators/creators.ts';
import { catalogSorts, channelTypes, platforms, serviceTypes, variants } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { countryName, exactly, languageName } from '../ui/format.ts';
import { channelTypeNames, formatName, typeNames, variantNames } from '../ui/wording.ts';
import type { Field, Values } from './catalog-form.ts';

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
  const of = countedBy(counts);
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
          <Select {...common} name="platform" label="Platform" any="Any platform">
            {severalOption(values.platform, (one) => names[one] ?? one)}
            {platforms.map((platform) =>
              option(values.platform, platform, of('platform', platform, platformNames[platform])),
            )}
          </Select>
          <Select {...common} name="format" label="Format" any="Any format">
            {severalOption(values.format, formatName)}
            {serviceTypes.map((type) => (
              <optgroup label={typeNames[type]}>
                {option(values.format, type, of('format', type, `${typeNames[type]}, any kind`))}
                {variants.map((variant) =>
                  option(
                    values.format,
                    `${type}.${variant}`,
                    of('format', `${type}.${variant}`, `${typeNames[type]}: ${variantNames[variant].toLowerCase()}`),
                  ),
                )}
              </optgroup>
            ))}
          </Select>
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
                option(values.channelType, type, of('channelType', type, channelTypeNames[type])),
              )}
            </Select>
            <Input {...common} name="topic" label="Topics" hint="retro gaming, chess" maxLength={maxListed} />
            <Input
              {...common}
              name="language"
              label="Language codes"
              hint="en, de"
              maxLength={maxListed}
              list="languages"
            />
            <Input {...common} name="geo" label="Creator's country codes" hint="DE, AT" maxLength={maxListed} />
            <Input
              {...common}
              name="audienceGeo"
              label="Audience country codes"
              hint="US, CA"
              maxLength={24}
              list="countries"
            />
            <Input {...common} name="minPrice" label="Price from, USDT" hint="0" mode="decimal" maxLength={12} />
            <Input {...common} name="maxPrice" label="Price to, USDT" hint="500" mode="decimal" maxLength={12} />
            <Select {...common} name="minFollowers" label="Followers, at least" any="Any number">
              {figureSteps.map((step) =>
                option(values.minFollowers, String(step), of('minFollowers', String(step), exactly(step))),
              )}
            </Select>
            <Select {...common} name="minViews" label="Average views, at least" any="Any number">
              {figureSteps.map((step) =>
                option(values.minViews, String(step), of('minViews', String(step), exactly(step))),
              )}
            </Select>
            <Select {...common} name="minEr" label="ER, at least" any="Any rate">
              {erSteps.map((step) => option(values.minEr, String(step), of('minEr', String(step), `${step}\u00a0%`)))}
            </Select>
            <Select {...common} name="verified" label="Ownership of channels" any="Verified or not">
              {option(values.verified, 'true', of('verified', 'true', 'Only verified creators'))}
            </Select>
            <Suggestions id="languages" values={valuesOf(counts, 'language')} nameOf={languageName} />
            <Suggestions id="countries" values={valuesOf(counts, 'audienceGeo')} nameOf={countryName} />
          </div>
        </details>
        {counts !== undefined && (
          <p class="filter-note">
            {counts.creators === 1
              ? 'The catalog has 1 creator.'
              : `The catalog has ${exactly(counts.creators)} creators.`}{' '}
            Each number in brackets counts the creators with that value. It ignores the other filters.
          </p>
        )}
      </form>
    </search>
  );
};

const valuesOf = (counts: FilterCounts | undefined, filter: CountedFilter) =>
  counts?.filters.find(({ name }) => name === filter)?.values ?? [];

/** Adds its count to the label of a value. */
const countedBy = (counts: FilterCounts | undefined) => (filter: CountedFilter, value: string, label: string) => {
  const count = valuesOf(counts, filter).find((one) => one.value === value)?.creators;
  return count === undefined ? label : `${label} (${exactly(count)})`;
};

interface SuggestionsProps {
  readonly id: string;
  readonly values: FilterCounts['filters'][number]['values'];
  nameOf(value: string): string;
}

/** What a browser offers while somebody types. */
const Suggestions = ({ id, values, nameOf }: SuggestionsProps) => (
  <datalist id={id}>
    {values.map(({ value, creators }) => (
      <option value={value}>{`${nameOf(value)} (${exactly(creators)})`}</option>
    ))}
  </datalist>
);

/** Up to five values of forty characters with commas. */
const maxListed = 5 * (topicLength + 1);
const names: Readonly<Record<string, string>> = platformNames;

/** Several values come from an address. The list offers them as they are. */
const severalOption = (chosen: string | undefined, nameOf: (one: string) => string) =>
  chosen?.includes(',') === true && option(chosen, chosen, chosen.split(',').map(nameOf).join(' or '));

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
  /** The id of its suggestions. */
  readonly list?: string;
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
      list={props.list}
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
