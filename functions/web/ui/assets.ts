import { notFound } from '../../../schema/shared/errors.ts';
import type { Bindings } from '../../env.ts';

/** A file of the build; 304 when the caller's copy is current. */
export async function readAsset(
  bindings: Bindings,
  path: string,
  request: Request,
  cacheControl: string,
): Promise<Response> {
  const known = request.headers.get('if-none-match');
  const found = await fetchAsset(bindings, path, known === null ? {} : { 'if-none-match': known });
  const answer = new Response(found.body, found);
  answer.headers.set('cache-control', cacheControl);
  return answer;
}

async function fetchAsset(bindings: Bindings, path: string, headers: Record<string, string>): Promise<Response> {
  if (!bindings.ASSETS) throw new Error('The binding ASSETS is missing: see wrangler.toml.');
  // The binding reads only the path.
  const found = await bindings.ASSETS.fetch(new Request(`https://assets.invalid${path}`, { headers }));
  if (found.ok || found.status === 304) return found;
  await found.body?.cancel();
  throw notFound();
}
