import type { Bindings } from '../env.ts';
import { readAsset } from './assets.ts';

/** The API reference. Its scripts are ours, and nothing that it runs may speak to another origin. */
export async function docsPage(bindings: Bindings, request: Request): Promise<Response> {
  const page = await readAsset(bindings, '/docs/page', request, 'public, max-age=0, must-revalidate');
  page.headers.set('content-type', 'text/html; charset=utf-8');
  page.headers.set('content-security-policy', policy);
  return page;
}

// Scalar makes style elements and attributes while it runs, most of them without a nonce.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
