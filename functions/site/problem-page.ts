import { renderError } from './error-page.tsx';
import { unlisted } from './page-headers.ts';

/** Paths that people read: their refusals are pages too. */
const isPage = (path: string): boolean =>
  path === '/creators' || path.startsWith('/creators/') || path.startsWith('/api-keys/');

/** A refusal of a page, as a page; every other answer as it is. */
export function problemPage(answer: Response, path: string): Response {
  if (answer.status < 400 || !isPage(path)) return answer;
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer;
  const wait = answer.headers.get('retry-after');
  return unlisted(renderError(answer.status, wait === null ? null : Number(wait)), answer.status, answer.headers);
}
