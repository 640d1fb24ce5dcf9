import { Creator } from '../../../site/creator-page.tsx';
import { pictureOf } from '../../../site/shown-page.ts';
import type { OwnPage } from './publication.tsx';

interface Props {
  readonly draft: OwnPage['preview'];
  readonly baseUrl: string;
}

/** A page of the cabinet has at most 60 kB, a public page up to a mebibyte. */
const shownServices = 6;
const shownTerms = 600;

/** The page as it would be published now, made by the components of the public page. */
export const PagePreview = ({ draft, baseUrl }: Props) => {
  const services = draft.services
    .slice(0, shownServices)
    .map((service) => ({ ...service, usageTerms: shortened(service.usageTerms) }));
  const more = draft.servicesTotal - services.length;
  return (
    <section class="part" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p class="quiet">
        The draft as it is saved, as visitors would see it.
        {more > 0 && ` The preview shows ${shownServices} services. The page shows ${more} more.`}
      </p>
      <div class="card page-preview">
        <Creator page={{ ...draft, services }} picture={pictureOf(draft, baseUrl)} isDraft isPart />
      </div>
    </section>
  );
};

const shortened = (terms: string): string =>
  terms.length <= shownTerms ? terms : `${Array.from(terms).slice(0, shownTerms).join('')}…`;
