import { platformNames } from '../../../schema/shared/platform-names.ts';
import { discountOf, priceOf } from '../ui/format.ts';
import { proofNames, typeNames, unitNames, variantNames } from '../ui/wording.ts';
import type { ShownService } from './shown-page.ts';

const longTerms = 240;

/** A service with its price, its packages and its terms. */
export const ServiceCard = ({
  service,
  orderPath,
}: {
  readonly service: ShownService;
  /** Null for a service that cannot be ordered. */
  readonly orderPath: string | null;
}) => {
  const { serviceListingId, type, variant, channel, title, unit, basePrice, packageOptions, proofModes } = service;
  const packages = packageOptions.filter(({ quantity }) => quantity > 1);
  const [one, several] = unitNames[unit];
  return (
    <li class="card service" id={`service-${serviceListingId}`}>
      <div class="offer">
        <div>
          <h3 dir="auto">{title}</h3>
          <p class="quiet">
            {typeNames[type]}, {variantNames[variant].toLowerCase()} · {platformNames[channel.platform]}{' '}
            <span dir="auto">{channel.handle}</span>
          </p>
        </div>
        <p class="price">
          <strong>{priceOf(basePrice)}</strong>
          <span class="quiet"> per {one}</span>
        </p>
      </div>
      {packages.length > 0 && (
        <ul class="packages" aria-label="Packages">
          {packages.map(({ quantity, discountBps, packageBase }) => (
            <li>
              <span class="quantity">
                {quantity} {several}
              </span>
              {discountBps > 0 && <span class="saving">{discountOf(discountBps)} off</span>}
              <span class="amount">{priceOf(packageBase)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl class="terms">
        <div>
          <dt>Proof</dt>
          <dd>{proofModes.map((mode) => proofNames[mode]).join(', ')}</dd>
        </div>
        <div>
          <dt>Usage terms</dt>
          <dd>
            <Terms text={service.usageTerms} />
          </dd>
        </div>
      </dl>
      {orderPath !== null && (
        <p>
          <a class="button" href={orderPath}>
            Order<span class="unseen"> {title}</span>
          </a>
        </p>
      )}
    </li>
  );
};

const Terms = ({ text }: { readonly text: string }) =>
  text.length <= longTerms ? (
    <p class="prose" dir="auto">
      {text}
    </p>
  ) : (
    <details>
      <summary>Read the terms</summary>
      <p class="prose" dir="auto">
        {text}
      </p>
    </details>
  );
