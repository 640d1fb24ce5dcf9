import { discountLimitBps, type PricingView } from '../../../../../schema/creators/pricing.ts';
import { quantities } from '../../../../../schema/shared/enums.ts';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { Hidden, TextField } from '../../../ui/forms/inputs.tsx';
import { typedDiscount, typedPrice } from './typed-amounts.ts';

interface Props {
  readonly of: FormState;
  readonly row: string;
  readonly service: PricingView['services'][number] | undefined;
}

/** The price of one unit, and the discount of each larger package. A package without a discount field is not offered. */
export const PackageFields = ({ of, row, service }: Props) => (
  <div class="fields">
    <TextField
      of={of}
      name={`${row}.priceCents`}
      label="Price of one"
      hint="What an advertiser pays."
      stored={service && typedPrice(service.priceCents)}
      mode="decimal"
      unit="USDT"
    />
    {quantities.map((quantity, index) => {
      const option = `${row}.packageOptions.${index}`;
      const stored = service?.packageOptions.find((offered) => offered.quantity === quantity);
      return (
        <>
          <Hidden name={`${option}.quantity`} value={quantity} />
          {quantity === 1 ? (
            <Hidden name={`${option}.discountBps`} value="0" />
          ) : (
            <TextField
              of={of}
              name={`${option}.discountBps`}
              label={`Discount for ${quantity}`}
              hint={`At most ${discountLimitBps / 100}. Leave it empty to offer no package of ${quantity}.`}
              stored={typedDiscount(stored?.discountBps)}
              mode="decimal"
              unit="%"
              isOptional
            />
          )}
        </>
      );
    })}
  </div>
);

interface Package {
  readonly discountBps?: unknown;
}

/** The services as the API takes them: a package without a discount is not offered. */
export function servicesIn(rows: unknown): readonly object[] {
  return givenRows(rows).map(({ packageOptions = [], ...service }) => ({
    ...service,
    packageOptions: packageOptions.filter(isOffered),
  }));
}

const isOffered = ({ discountBps }: Package): boolean => discountBps !== undefined;

/** The field of a path in the services as the API takes them: its packages are counted without those that are not offered. */
export function packageFieldAt(path: string, rows: unknown): string {
  const [, service = '', index = '', rest = ''] = /^services\.(\d+)\.packageOptions\.(\d+)(.*)$/.exec(path) ?? [];
  const packages = givenRows(rows)[Number(service)]?.packageOptions ?? [];
  const offered = packages.flatMap((one, row) => (isOffered(one) ? [row] : []))[Number(index)];
  return service === '' || offered === undefined ? path : `services.${service}.packageOptions.${offered}${rest}`;
}

const givenRows = (rows: unknown): readonly { readonly packageOptions?: readonly Package[] }[] =>
  Array.isArray(rows) ? rows : [];
