import type { PricingView } from '../../../../../schema/creators/pricing.ts';
import type { FormState } from '../../../ui/forms/form-state.ts';
import type { View } from '../../page.ts';
import { FoldedRow } from './folded-row.tsx';
import { PriceRow } from './price-row.tsx';

type Service = PricingView['services'][number];

interface Props {
  readonly of: FormState;
  readonly saved: readonly Service[];
  readonly count: number;
  readonly view: View;
}

/** A page has at most 60 kB, so a longer list unfolds only the services that the creator changes. */
const maxUnfolded = 6;

export const PriceRows = ({ of, saved, count, view }: Props) => (
  <>
    {Array.from({ length: count }, (_, index) => {
      const row = `services.${index}`;
      const id = of.value(`${row}.serviceListingId`, saved[index]?.serviceListingId);
      const known = saved.find(({ serviceListingId }) => String(serviceListingId) === id);
      const isWrong = of.refusal?.details.issues?.some(({ path }) => path.startsWith(`${row}.`)) === true;
      if (known === undefined || count <= maxUnfolded || isWrong || view.query.edit === id)
        return <PriceRow of={of} index={index} isLast={index === count - 1} known={known} />;
      return <FoldedRow of={of} index={index} service={known} editPath={`${view.path}?edit=${id}`} />;
    })}
  </>
);
