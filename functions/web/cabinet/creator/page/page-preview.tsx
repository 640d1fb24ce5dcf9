import { Creator } from '../../../site/creator-page.tsx';
import { pictureOf, portfolioOf } from '../../../site/shown-page.ts';
import type { OwnPage } from './publication.tsx';
import { whyUnmeasured } from './why-unmeasured.ts';

interface Props {
  readonly draft: OwnPage['preview'];
  readonly baseUrl: string;
}

/** A page of the cabinet has at most 60 kB, a public page up to a mebibyte. */
const shownMax = { services: 6, channels: 4, termsCharacters: 600 };

/** The page as it would be published now, made by the components of the public page. */
export const PagePreview = ({ draft, baseUrl }: Props) => {
  const services = draft.services
    .slice(0, shownMax.services)
    .map((service) => ({ ...service, usageTerms: shortened(service.usageTerms) }));
  const channels = draft.channels.slice(0, shownMax.channels);
  const isCut = draft.servicesTotal > services.length || draft.channelsTotal > channels.length;
  return (
    <section class="part" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p class="quiet">
        The draft as it is saved, as visitors would see it.
        {isCut &&
          ` The preview shows ${services.length} of ${draft.servicesTotal} services and ${channels.length} of ${draft.channelsTotal} channels.`}
      </p>
      <div class="card page-preview">
        <Creator
          page={{ ...draft, services, channels }}
          picture={pictureOf(draft, baseUrl)}
          portfolio={portfolioOf(draft, baseUrl)}
          noteOf={(channel) => whyUnmeasured(channel, draft)}
          isDraft
          isPart
        />
      </div>
    </section>
  );
};

const shortened = (terms: string): string =>
  terms.length <= shownMax.termsCharacters
    ? terms
    : `${Array.from(terms).slice(0, shownMax.termsCharacters).join('')}…`;
