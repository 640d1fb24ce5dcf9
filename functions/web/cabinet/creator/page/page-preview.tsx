import { Creator } from '../../../site/creator-page.tsx';
import { pictureOf, portfolioOf } from '../../../site/shown-page.ts';
import { channelTypeNames } from '../../../ui/wording.ts';
import { derivedKind } from './profile-form.tsx';
import type { OwnPage } from './publication.tsx';
import { whyUnmeasured } from './why-unmeasured.ts';

interface Props {
  readonly draft: OwnPage['preview'];
  readonly baseUrl: string;
  /** The kind of creator is derived from the first channel. */
  readonly isKindDerived: boolean;
}

/** A page of the cabinet has at most 60 kB, a public page up to a mebibyte. */
const shownMax = { services: 6, channels: 4, termsCharacters: 600 };

/** The page as it would be published now, made by the components of the public page. */
export const PagePreview = ({ draft, baseUrl, isKindDerived }: Props) => {
  const services = draft.services
    .slice(0, shownMax.services)
    .map((service) => ({ ...service, usageTerms: shortened(service.usageTerms) }));
  const channels = draft.channels.slice(0, shownMax.channels);
  const isCut = draft.servicesTotal > services.length || draft.channelsTotal > channels.length;
  return (
    <section class="part" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p class="quiet">
        <span class="unscripted">The draft as it is saved, as visitors would see it.</span>
        <span class="scripted-only">
          The draft as visitors would see it. What you type in the profile appears here at once; save it to keep it.
        </span>
        {isCut &&
          ` The preview shows ${services.length} of ${draft.servicesTotal} services and ${channels.length} of ${draft.channelsTotal} channels.`}
      </p>
      <div class="card page-preview" id="page-preview">
        <Creator
          page={{ ...draft, services, channels }}
          picture={pictureOf(draft, baseUrl)}
          portfolio={portfolioOf(draft, baseUrl)}
          noteOf={(channel) => whyUnmeasured(channel, draft)}
          isDraft
          isPart
          typed={shownTyped(isKindDerived ? channelTypeNames[draft.channelType] : derivedKind)}
        />
      </div>
    </section>
  );
};

/** The fields of the form of the profile, by the elements that show them. `emptyKind` is shown while no kind is chosen. */
const shownTyped = (emptyKind: string) => ({
  name: { 'data-shows': 'displayName', 'data-empty': 'No name yet' },
  initials: { 'data-shows': 'displayName', 'data-as': 'initials' },
  kind: { 'data-shows': 'channelType', 'data-empty': emptyKind },
  languages: { 'data-shows': 'languages', 'data-as': 'languages' },
  bio: { 'data-shows': 'bio' },
  topics: { 'data-shows': 'topics', 'data-as': 'tags' },
});

const shortened = (terms: string): string =>
  terms.length <= shownMax.termsCharacters
    ? terms
    : `${Array.from(terms).slice(0, shownMax.termsCharacters).join('')}…`;
