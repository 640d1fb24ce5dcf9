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
  const given: readonly { readonly packageOptions?: readonly Package[] }[] = Array.isArray(rows) ? rows : [];
  return given.map(({ packageOptions = [], ...service }) => ({
    ...service,
    packageOptions: packageOptions.filter(({ discountBps }) => discountBps !== undefined),
  }));
}
