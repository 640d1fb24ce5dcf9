import { discountOf, priceOf } from '../../ui/format.ts';
import type { FormState } from '../../ui/forms/form-state.ts';
import { ownFields } from '../../ui/forms/form-state.ts';
import { described, idOf, Labelled, TextArea } from '../../ui/forms/inputs.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { emptyItem, type StoredItem, spread, withFreshDates, withoutPast, withProposals } from './item-dates.ts';
import type { OfferedPackage } from './offered.ts';
import { packageIn, packageValue } from './order-fields.ts';

interface Props {
  readonly of: FormState;
  readonly items: readonly StoredItem[];
  readonly offered: readonly OfferedPackage[];
  readonly now: Date;
}

const maxItems = 20;

/** The items of an order, as rows of a form. */
export const ItemRows = ({ of: sent, items, offered, now }: Props) => {
  const of = withProposals(sent);
  const rows = Math.max(1, of.rows('items', items.length));
  return (
    <>
      {/* The first button is the one that the Enter key presses. */}
      <button type="submit" class="unseen" tabindex={-1}>
        Save
      </button>
      {Array.from({ length: rows }, (_, index) => (
        <ItemRow
          of={of}
          path={`items.${index}`}
          number={index + 1}
          stored={items[index] ?? emptyItem(now)}
          offered={offered}
          isOnly={rows === 1}
          now={now}
        />
      ))}
      {rows < maxItems && offered.length > 0 && (
        <div>
          <button type="submit" name={ownFields.rows} value="add:items" class="secondary" formnovalidate>
            Add another service
          </button>
        </div>
      )}
    </>
  );
};

interface RowProps {
  readonly of: FormState;
  readonly path: string;
  readonly number: number;
  readonly stored: StoredItem;
  readonly offered: readonly OfferedPackage[];
  readonly isOnly: boolean;
  readonly now: Date;
}

const ItemRow = ({ of: sent, path, number, stored, offered, isOnly, now }: RowProps) => {
  const chosen = chosenOf(sent.value(`${path}.quantity`, stored.package), offered);
  const quantity = chosen?.quantity ?? 1;
  const creatorName = chosen?.creatorName ?? onlyCreatorOf(offered);
  const upcoming = withoutPast(stored, now);
  const dueAt = sent.value(`${path}.dueAt`, upcoming.dueAt) || upcoming.dueAt;
  const of = withFreshDates(sent, { path, quantity, dueAt, now });
  return (
    <fieldset class="row-card item-row">
      <legend>
        Service {number}
        {creatorName !== undefined && (
          <>
            {' '}
            from <bdi>{creatorName}</bdi>
          </>
        )}
      </legend>
      <PackageField of={of} path={path} chosen={chosen} offered={offered} />
      {chosen?.unreadCreator !== undefined && (
        <p class="quiet small">
          Save your changes, then{' '}
          <a href={`?${new URLSearchParams({ show: chosen.unreadCreator })}`}>
            show all packages of <bdi>{chosen.creatorName}</bdi>
          </a>
          .
        </p>
      )}
      {chosen?.usageTerms && (
        <details>
          <summary>Usage terms</summary>
          <p class="prose small" dir="auto">
            {chosen.usageTerms}
          </p>
        </details>
      )}
      <TextArea
        of={of}
        name={`${path}.brief`}
        label="Brief"
        hint="What the creator shows or says. The creator reads it before accepting."
        stored={stored.brief}
        maxLength={5_000}
      />
      <div class="fields" data-dates={`${path}.results`}>
        <TimeField
          of={of}
          name={`${path}.dueAt`}
          label="Due"
          hint="The deadline for all results."
          stored={dueAt}
          after={now}
        />
        {Array.from({ length: quantity }, (_, index) => (
          <TimeField
            of={of}
            name={`${path}.results.${index}.expectedAt`}
            label={quantity === 1 ? 'Expected' : `Expected, number ${index + 1}`}
            hint={index === 0 ? 'When the result is published: between now and the due time.' : undefined}
            stored={upcoming.expectedAt[index] ?? spread(dueAt, index, quantity, now)}
            after={now}
          />
        ))}
      </div>
      <TextArea
        of={of}
        name={`${path}.rights`}
        label="Further rights"
        hint="One on each line, such as “months: 6” or “territory: worldwide”."
        stored={stored.rights}
        rows={2}
        isOptional
      />
      {!isOnly && (
        <div>
          <button
            type="submit"
            name={ownFields.rows}
            value={`remove:${path}`}
            class="secondary danger small-button"
            formnovalidate
          >
            Remove service {number}
          </button>
        </div>
      )}
    </fieldset>
  );
};

/** The creator of all packages. */
function onlyCreatorOf(offered: readonly OfferedPackage[]): string | undefined {
  const [only, ...others] = new Set(offered.map(({ creatorName }) => creatorName));
  return others.length === 0 ? only : undefined;
}

const PackageField = ({
  of,
  path,
  chosen,
  offered,
}: Pick<RowProps, 'of' | 'path' | 'offered'> & { readonly chosen: OfferedPackage | null }) => {
  const name = `${path}.quantity`;
  const groups = Map.groupBy(offered, ({ title, creatorName }) => `${title} · ${creatorName}`);
  return (
    <Labelled of={of} name={name} label="Service and package">
      <div class="with-unit">
        <select {...described({ of, name, hint: undefined })} required data-quantity>
          {chosen === null && <option value="">Choose a service</option>}
          {[...groups].map(([label, packages]) => (
            <optgroup label={label}>
              {packages.map((one) => (
                <option value={packageValue(one)} selected={one === chosen}>
                  {labelOf(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <button
          type="submit"
          name={ownFields.rows}
          value="show:items"
          class="secondary"
          formnovalidate
          formaction={`#${idOf(of, name)}`}
          aria-describedby={idOf(of, name)}
        >
          Show its dates
        </button>
      </div>
    </Labelled>
  );
};

const labelOf = ({ title, quantity, discountBps, base }: OfferedPackage): string =>
  [`${quantity} × ${title}`, ...(discountBps > 0 ? [`${discountOf(discountBps)} off`] : []), priceOf(base)].join(', ');

/** The chosen package, also when its discount has changed meanwhile. */
function chosenOf(value: string, offered: readonly OfferedPackage[]): OfferedPackage | null {
  const chosen = packageIn(value);
  const same = offered.filter(
    ({ serviceListingId, quantity }) => serviceListingId === chosen?.serviceListingId && quantity === chosen.quantity,
  );
  return same.find(({ discountBps }) => discountBps === chosen?.discountBps) ?? same[0] ?? null;
}
