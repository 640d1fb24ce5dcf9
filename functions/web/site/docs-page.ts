import type { Bindings } from '../../env.ts';
import { readAsset } from '../ui/assets.ts';
import { html } from '../ui/page-headers.ts';

/** The start page of the API reference, or a page for a topic. The build creates both; neither runs a script. */
export function docsPage(bindings: Bindings, request: Request, slug?: string): Promise<Response> {
  return builtPage(bindings, request, slug === undefined ? '/docs/start' : `/docs/topics/${slug}`, html.headers);
}

/**
 * The page that sends requests from the browser. It runs only our scripts, which cannot call another origin. Its sandbox has an origin of its
 * own: a script of the reference, which is not ours, reaches no cookie, no storage and no page of a signed-in person.
 */
export function tryPage(bindings: Bindings, request: Request): Promise<Response> {
  return builtPage(bindings, request, '/docs/try', {
    'content-security-policy': policy,
    // A browser refuses to show a page with both a sandbox and an own opener policy.
    'cross-origin-opener-policy': 'unsafe-none',
  });
}

/** A file of that page, which its sandbox reads as a page of another origin does. */
export async function tryFile(bindings: Bindings, request: Request, path: string): Promise<Response> {
  const file = await readAsset(bindings, path, request, 'public, max-age=31536000, immutable');
  file.headers.set('access-control-allow-origin', '*');
  return file;
}

async function builtPage(
  bindings: Bindings,
  request: Request,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const page = await readAsset(bindings, path, request, 'public, max-age=0, must-revalidate');
  page.headers.set('content-type', html.contentType);
  for (const [header, value] of Object.entries(headers)) page.headers.set(header, value);
  return page;
}

// Scalar creates style elements and attributes at run time, mostly without a nonce.
const policy = [
  'sandbox allow-scripts allow-forms allow-popups allow-downloads',
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
