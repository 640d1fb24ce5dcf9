import type { PricingView } from '../../../../../schema/creators/pricing.ts';
import { discountOf, priceOf } from '../../../ui/format.ts';
import { unitNames } from '../../../ui/wording.ts';

/** What each package costs, and what its creator gets, as the API computes it. */
export const NetTable = ({ service }: { readonly service: PricingView['services'][number] }) => {
  const [one, several] = unitNames[service.unit];
  return (
    <table class="list stacked nets">
      <caption>What you get, with the saved prices</caption>
      <thead>
        <tr>
          <th scope="col">Package</th>
          <th scope="col">Price</th>
          <th scope="col">Fee</th>
          <th scope="col">You get</th>
        </tr>
      </thead>
      <tbody>
        {service.packageOptions.map(({ quantity, discountBps, packageBase, creatorFee, net }) => (
          <tr>
            <th scope="row">
              {quantity} {quantity === 1 ? one : several}
              {discountBps > 0 && <span class="quiet"> −{discountOf(discountBps)}</span>}
            </th>
            <td data-label="Price">{priceOf(packageBase)}</td>
            <td data-label="Fee">{priceOf(creatorFee)}</td>
            <td data-label="You get">{priceOf(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
