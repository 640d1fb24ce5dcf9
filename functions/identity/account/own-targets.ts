import { Refusal } from '../../../schema/shared/errors.ts';
import { pagePath } from '../../../schema/shared/own-path.ts';
import { linkedPaths } from './mails.ts';

/** The fields in which better-auth takes the target of a redirect or of a link in an email. */
const targets = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const;

/**
 * A body whose targets are pages of this service, as a browser resolves them; null if one is none. better-auth judges some of them as text, so
 * this comes first.
 */
export function withOwnTargets<Body extends object>(body: Body, baseUrl: string): Body | null {
  const given = targets.flatMap((name) => {
    const target: unknown = Reflect.get(body, name);
    return isTarget(target) ? [[name, ownTarget(target, baseUrl)] as const] : [];
  });
  return given.some(([, path]) => path === null) ? null : { ...body, ...Object.fromEntries(given) };
}

/** The URL of a GET whose target is a page of this service, with each parameter once; null for another target. An empty one is left out. */
export function withOwnTarget(url: URL, baseUrl: string): URL | null {
  const { searchParams } = url;
  const all = targets.flatMap((name) => searchParams.getAll(name));
  if (all.some((given) => given !== '' && ownTarget(given, baseUrl) === null)) return null;
  for (const [name, value] of [...searchParams]) searchParams.set(name, value);
  for (const name of targets) {
    const given = searchParams.get(name);
    if (given === '') searchParams.delete(name);
    else if (given !== null) searchParams.set(name, ownTarget(given, baseUrl) ?? '');
  }
  return url;
}

/** An empty text is no target, and better-auth refuses what is no text. */
const isTarget = (given: unknown): given is string => typeof given === 'string' && given !== '';

const ownTarget = (given: string, baseUrl: string): string | null => pagePath(given, new URL(baseUrl).origin);

export const foreignTarget = (): Response =>
  Response.json(
    { code: 'INVALID_CALLBACK_URL', message: 'The target of the redirect must be a page of this service.' },
    { status: 403 },
  );

/** An older link of an email changes nothing: it leads to the page with the button. */
export function toLinkPage({ searchParams }: URL): Response {
  const [token, returnTo] = [searchParams.get('token'), searchParams.get('callbackURL')];
  if (token === null) throw new Refusal('VALIDATION_FAILED', 'token: is missing');
  const query = new URLSearchParams({ token, ...(returnTo && { returnTo }) });
  return new Response(null, { status: 302, headers: { location: `${linkedPaths.verify}?${query}` } });
}
