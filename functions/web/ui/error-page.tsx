import { Document } from './layout.tsx';
import { documentOf } from './rendered.ts';

interface Told {
  readonly heading: string;
  readonly text: string;
}

/** The error page for people. */
export function renderError(status: number, retryAfterSeconds: number | null): string {
  const { heading, text } = messageOf(status, retryAfterSeconds);
  return documentOf(
    <Document title={`${heading} · Castline`}>
      <div class="failure">
        <p class="status">{status}</p>
        <h1>{heading}</h1>
        <p>{text}</p>
        <p>
          <a class="button" href="/creators">
            See all creators
          </a>
        </p>
      </div>
    </Document>,
  );
}

function messageOf(status: number, retryAfterSeconds: number | null): Told {
  const wait = retryAfterSeconds === null || retryAfterSeconds < 2 ? 'a moment' : `${retryAfterSeconds} seconds`;
  switch (status) {
    case 400:
      return {
        heading: 'This link does not work',
        text: 'A part of the address is not valid. Begin again at the first page of the list.',
      };
    case 404:
      return {
        heading: 'There is no page here',
        text: 'The address may be mistyped, the link may have expired, or a creator has taken the page down.',
      };
    case 405:
      return { heading: 'This page can only be read', text: 'It takes no other requests.' };
    case 429:
      return { heading: 'Too many requests', text: `Please try again in ${wait}.` };
    case 503:
      return { heading: 'We are not available right now', text: `Please try again in ${wait}. Nothing is lost.` };
    default:
      return { heading: 'Something went wrong', text: 'The mistake is on our side, and was recorded.' };
  }
}
