import { Refusal } from '../../../schema/shared/errors.ts';
import { pagePath } from '../../../schema/shared/own-path.ts';
import { linkedPaths } from './mails.ts';

/** The fields in which better-auth takes the target of a redirect or of a link in an email. */
const targets = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL'] as const;

/** Whether each target in a body is a page of this service. better-auth judges some of them as text, so this check comes first. */
export const hasOwnTargets = (body: object, baseUrl: string): boolean =>
  targets.every((name) => isOwn(Reflect.get(body, name), baseUrl));

/** The URL of a GET whose target is a page of this service, with each parameter once; null for another target. */
export function withOwnTarget(url: URL, baseUrl: string): URL | null {
  const isFit = targets.every((name) => url.searchParams.getAll(name).every((given) => isOwn(given, baseUrl)));
  if (!isFit) return null;
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, value);
  return url;
}

/** An empty text is no target, and better-auth refuses what is no text. */
const isOwn = (given: unknown, baseUrl: string): boolean =>
  typeof given !== 'string' || given === '' || pagePath(given, new URL(baseUrl).origin) !== null;

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
