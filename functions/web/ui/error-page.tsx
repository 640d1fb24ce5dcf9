import { Document } from './layout.tsx';
import { documentOf } from './rendered.ts';

interface Message {
  readonly heading: string;
  readonly text: string;
}

/** The error page for people. A failure of the service names the request, which its log has. */
export function renderError(status: number, retryAfterSeconds: number | null, requestId: string): string {
  const { heading, text } = messageOf(status, retryAfterSeconds);
  return documentOf(
    <Document title={`${heading} · Castline`}>
      <div class="failure">
        <p class="status">{status}</p>
        <h1>{heading}</h1>
        <p>{text}</p>
        {status >= 500 && <p class="quiet small">request {requestId}</p>}
        <p>
          <a class="button" href="/creators">
            See all creators
          </a>
        </p>
      </div>
    </Document>,
  );
}

function messageOf(status: number, retryAfterSeconds: number | null): Message {
  const wait = retryAfterSeconds === null || retryAfterSeconds < 2 ? 'a moment' : `${retryAfterSeconds} seconds`;
  switch (status) {
    case 400:
      return {
        heading: 'This link is not valid',
        text: 'The address of this page is not valid. Start again from the list of creators.',
      };
    case 404:
      return {
        heading: 'Page not found',
        text: 'The address may be wrong, the link may have expired, or its owner may have withdrawn the page.',
      };
    case 405:
      return { heading: 'Method not allowed', text: 'You can only read this page.' };
    case 429:
      return { heading: 'Too many requests', text: `Please try again in ${wait}.` };
    case 503:
      return { heading: 'Service unavailable', text: `Please try again in ${wait}.` };
    default:
      return { heading: 'Something went wrong', text: 'The error is on our side. We have logged it.' };
  }
}
