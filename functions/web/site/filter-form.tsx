import type { Child } from 'hono/jsx';
import { searchLength } from '../../../schema/catalog/catalog-query.ts';
import { topicLength } from '../../../schema/creators/creators.ts';
import { catalogSorts, channelTypes, platforms, serviceTypes, variants } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { channelTypeNames, typeNames, variantNames } from '../ui/wording.ts';
import type { Field, Values } from './catalog-form.ts';

interface FormProps {
  readonly values: Values;
  readonly errors: Values;
}

const hidden: readonly Field[] = ['channelType', 'topic', 'language', 'geo', 'audienceGeo', 'minPrice', 'maxPrice'];

/** The filters of the catalog as a form without scripts. */
export const FilterForm = ({ values, errors }: FormProps) => {
  const common = { values, errors };
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
            {platforms.map((platform) => option(values.platform, platform, platformNames[platform]))}
          </Select>
          <Select {...common} name="format" label="Format" any="Any format">
            {serviceTypes.map((type) => (
              <optgroup label={typeNames[type]}>
                {option(values.format, type, `${typeNames[type]}, any kind`)}
                {variants.map((variant) =>
                  option(
                    values.format,
                    `${type}.${variant}`,
                    `${typeNames[type]}: ${variantNames[variant].toLowerCase()}`,
                  ),
                )}
              </optgroup>
            ))}
          </Select>
          <Select {...common} name="sort" label="Order">
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
              {channelTypes.map((type) => option(values.channelType, type, channelTypeNames[type]))}
            </Select>
            <Input {...common} name="topic" label="Topic" hint="retro gaming" maxLength={topicLength} />
            <Input {...common} name="language" label="Language code" hint="en" maxLength={topicLength} />
            <Input {...common} name="geo" label="Creator's country code" hint="DE" maxLength={topicLength} />
            <Input {...common} name="audienceGeo" label="Audience country code" hint="US" maxLength={2} />
            <Input {...common} name="minPrice" label="Price from, USDT" hint="0" mode="decimal" maxLength={12} />
            <Input {...common} name="maxPrice" label="Price to, USDT" hint="500" mode="decimal" maxLength={12} />
          </div>
        </details>
      </form>
    </search>
  );
};

const sortNames = { price: 'Lowest price', relevance: 'Best match', activity: 'Recently active' };

interface FieldProps extends FormProps {
  readonly name: Field;
  readonly label: string;
}

const Input = (props: FieldProps & { hint: string; maxLength: number; type?: 'search'; mode?: 'decimal' }) => (
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
