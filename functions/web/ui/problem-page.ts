import { renderError } from './error-page.tsx';
import { unlisted } from './page-headers.ts';

/** Paths for people, and everything that a browser opens outside the API: their errors are pages too. */
function isPage({ url, headers }: Request): boolean {
  const { pathname } = new URL(url);
  // A script of a page asks for JSON.
  if (headers.get('accept') === 'application/json') return false;
  if (
    pathname === '/creators' ||
    pathname === '/cabinet' ||
    /^\/(?:creators|api-keys|cabinet|reports|t)\//.test(pathname)
  )
    return true;
  return !pathname.startsWith('/api/') && (headers.get('accept') ?? '').includes('text/html');
}

/** Renders a refusal of a page as a page; returns other answers unchanged. */
export function problemPage(answer: Response, request: Request, requestId: string): Response {
  if (answer.status < 400 || !isPage(request)) return answer;
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const wait = answer.headers.get('retry-after');
  const html = renderError(answer.status, wait === null ? null : Number(wait), requestId);
  return unlisted(html, answer.status, answer.headers);
}
