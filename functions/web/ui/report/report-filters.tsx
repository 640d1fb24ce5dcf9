import { platforms } from '../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { dayOf } from '../format.ts';
import { addressOf, type Errors, type FilterField, filterFields, type Values, withoutCursors } from './report-form.ts';

interface FilterProps {
  readonly values: Values;
  readonly errors: Errors;
  readonly hasPosts: boolean;
  /** The names of tags and accounts, by the value of their filter. */
  readonly names: { readonly [Name in 'tag' | 'factoryAccountId']: ReadonlyMap<string, string> };
}

const kept = ['tag', 'factoryAccountId', 'accountSort', 'postSort'] as const;

/** The filters of a report as a form without scripts. It keeps the order of the lists. */
export const ReportFilters = ({ values, errors, names, hasPosts }: FilterProps) => {
  const common = { values, errors };
  return (
    <search class="report-filters">
      <form class="filters card" method="get">
        <div class="main-filters">
          <Input
            {...common}
            name="search"
            label="Search"
            type="search"
            hint={hasPosts ? 'Title, hashtag or account' : 'Account'}
          />
          <Input {...common} name="from" label="Published from" type="date" />
          <Input {...common} name="to" label="Published to" type="date" />
          <div class="field">
            <label for="platform">Platform</label>
            <select id="platform" name="platform">
              <option value="">Any platform</option>
              {platforms.map((platform) => (
                <option value={platform} selected={values.platform?.toUpperCase() === platform}>
                  {platformNames[platform]}
                </option>
              ))}
            </select>
          </div>
          <button type="submit">Show</button>
        </div>
        {kept.map((name) => values[name] !== undefined && <input type="hidden" name={name} value={values[name]} />)}
      </form>
      <Chosen values={values} names={names} />
    </search>
  );
};

interface InputProps {
  readonly values: Values;
  readonly errors: Errors;
  readonly name: 'search' | 'from' | 'to';
  readonly label: string;
  readonly type: 'search' | 'date';
  readonly hint?: string;
}

const Input = ({ values, errors, name, label, type, hint }: InputProps) => {
  const error = errors[name];
  const given = error?.typed ?? values[name] ?? '';
  return (
    <div class={`field field-${name}`}>
      <label for={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        value={type === 'date' ? given.slice(0, 10) : given}
        {...(type === 'search' && { placeholder: hint, minlength: 2, maxlength: 100 })}
        autocomplete="off"
        {...(error !== undefined && { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-error` })}
      />
      {error !== undefined && (
        <p class="error" id={`${name}-error`}>
          {error.advice}
        </p>
      )}
    </div>
  );
};

/** The filters in force, each with a link that removes it. */
const Chosen = ({ values, names }: Pick<FilterProps, 'values' | 'names'>) => {
  const chosen = filterFields.filter((field) => values[field] !== undefined);
  if (chosen.length === 0) return null;
  const { accountSort, postSort } = values;
  return (
    <ul class="chosen" aria-label="Active filters">
      {chosen.map((field) => (
        <li>
          <a class="tag" href={addressOf(values, { [field]: undefined, ...withoutCursors })}>
            {saidOf(field, values[field] ?? '', names)}
            <span class="unseen"> (remove)</span>
            <span aria-hidden="true"> ×</span>
          </a>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <a href={addressOf({}, { accountSort, postSort })}>Clear all</a>
        </li>
      )}
    </ul>
  );
};

function saidOf(field: FilterField, value: string, names: FilterProps['names']): string {
  switch (field) {
    case 'from':
      return `From ${dayOf(value)}`;
    case 'to':
      return `To ${dayOf(value)}`;
    case 'platform':
      return platforms.flatMap((one) => (one === value.toUpperCase() ? platformNames[one] : []))[0] ?? value;
    case 'search':
      return `“${value}”`;
    case 'tag':
      return `Tag: ${names.tag.get(value) ?? 'one'}`;
    default:
      return `Account: ${names.factoryAccountId.get(value) ?? 'one'}`;
  }
}
