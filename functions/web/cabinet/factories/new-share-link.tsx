import type { NewShareLinkView } from '../../../../schema/factories/share-links.ts';
import { Heading } from '../frame/frame.tsx';

interface Props {
  readonly link: NewShareLinkView;
  readonly baseUrl: string;
  readonly back: string;
}

/** The only page that shows the address of a share link. */
export const NewShareLink = ({ link, baseUrl, back }: Props) => (
  <>
    <Heading title="Your new share link" back={{ href: back, label: 'Share links' }} />
    <div class="stack">
      <p>
        Copy the address now. This page shows it once: we store only a hash of its secret. If you lose it, create a new
        link and delete this one.
      </p>
      <div class="secret">
        <code id="address">{`${baseUrl}${link.sharePath}`}</code>
        <button type="button" data-copy="address" class="secondary">
          Copy
        </button>
      </div>
      <div class="buttons">
        <a class="button secondary" href={link.sharePath} target="_blank" rel="noopener noreferrer">
          Open the report
        </a>
        <a class="button secondary" href={back}>
          I have copied the address
        </a>
      </div>
    </div>
  </>
);
