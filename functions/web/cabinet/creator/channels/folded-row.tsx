import type { PricingView } from '../../../../../schema/creators/pricing.ts';
import { quantities } from '../../../../../schema/shared/enums.ts';
import { priceOf } from '../../../ui/format.ts';
import type { FormState } from '../../../ui/forms/form-state.ts';
import { Hidden } from '../../../ui/forms/inputs.tsx';
import { typeNames, variantNames } from '../../../ui/wording.ts';
import { Status } from '../../frame/status.tsx';
import { typedDiscount, typedPrice } from './typed-amounts.ts';

type Service = PricingView['services'][number];

interface Props {
  readonly of: FormState;
  readonly index: number;
  readonly service: Service;
  /** The page with this service unfolded. */
  readonly editPath: string;
}

/** A saved service of a long list in few bytes. The form sends it with the others, because a save replaces the whole list. */
export const FoldedRow = ({ of, index, service, editPath }: Props) => (
  <section class="row-card" aria-label={`Service ${index + 1}`}>
    <div class="price-row-head">
      <div>
        <h2 dir="auto">{service.title}</h2>
        <p class="quiet small">
          {typeNames[service.type]}, {variantNames[service.variant].toLowerCase()} · {priceOf(service.base)}
        </p>
      </div>
      <Status of={service.published ? 'Published' : 'Not published'} tone={service.published ? 'good' : 'quiet'} />
    </div>
    <p class="small">
      You get{' '}
      {service.packageOptions
        .map(({ quantity, net }) => (quantity === 1 ? priceOf(net) : `${priceOf(net)} for ${quantity}`))
        .join(', ')}
      .
    </p>
    <p>
      <a href={editPath}>Change this service</a>
    </p>
    {Object.entries(fieldsOf(service)).flatMap(([name, stored]) => {
      const field = `services.${index}.${name}`;
      return of.values(field, stored).map((value) => <Hidden name={field} value={value} />);
    })}
  </section>
);

/** The fields of a service as its unfolded row would send them. */
function fieldsOf(service: Service): Readonly<Record<string, readonly string[]>> {
  const { serviceListingId, type, variant, title, priceCents, packageOptions } = service;
  const packages = quantities.flatMap((quantity, index) => {
    const offered = packageOptions.find((option) => option.quantity === quantity);
    const discount = typedDiscount(offered?.discountBps);
    return [
      [`packageOptions.${index}.quantity`, [String(quantity)]],
      [`packageOptions.${index}.discountBps`, [discount]],
    ] as const;
  });
  return {
    serviceListingId: [String(serviceListingId)],
    ...{ type: [type], variant: [variant], title: [title], priceCents: [typedPrice(priceCents)] },
    ...Object.fromEntries(packages),
    proofModes: service.proofModes,
    usageTerms: [service.usageTerms],
    'proofTemplate.allowPdf': [String(service.proofTemplate.allowPdf)],
    published: [String(service.published)],
  };
}
