import type { OfferView } from '../../../../../schema/campaigns/offers.ts';

/** Links that the advertiser has made for the accounts of the creator. */
export const OfferLinks = ({ links }: { readonly links: OfferView['trackingLinks'] }) =>
  links.length === 0 ? null : (
    <section class="card panel" aria-labelledby="links">
      <h2 id="links">Your links</h2>
      <p class="quiet small">Put the link of your account into the post.</p>
      <ul class="rows">
        {links.map(({ id, url }) => (
          <li>
            <code id={`link-${id}`}>{url}</code>
            <button type="button" data-copy={`link-${id}`} class="secondary small-button">
              Copy
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
