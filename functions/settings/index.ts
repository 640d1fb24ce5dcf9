import type * as z from 'zod';
import { platforms } from '../../schema/shared/enums.ts';
import { lazy } from '../../schema/shared/lazy.ts';
import {
  authSecret,
  common,
  linkSecret,
  mail,
  operator,
  payments,
  savesProvider,
  scanner,
  sealingSecret,
  store,
} from './parts.ts';
import { accessTo, eventKeys, platformKeys } from './platforms.ts';

/** The settings of each edge function, by its secrets: an attacker who takes over one function gets only its secrets. */
const fields = {
  guest: lazy(() => common().extend(linkSecret().shape)),
  auth: lazy(() => common().extend(authSecret().shape).extend(mail().shape).extend(operator().shape)),
  api: lazy(() =>
    common()
      .extend(sealingSecret().shape)
      .extend(linkSecret().shape)
      .extend(store().shape)
      .extend(scanner().shape)
      .extend(payments().shape)
      .extend(operator().shape)
      .extend(platformKeys().shape)
      .extend(eventKeys().shape),
  ),
  jobs: lazy(() =>
    common()
      .extend(sealingSecret().shape)
      .extend(store().shape)
      .extend(platformKeys().shape)
      .extend(savesProvider().shape)
      .extend(mail().shape),
  ),
};

export const edgeFunctions = ['guest', 'auth', 'api', 'jobs'] as const;
export type EdgeFunction = (typeof edgeFunctions)[number];

/** The settings of one edge function. docs/deploy.md describes each. */
type SettingsOf<Name extends EdgeFunction> = Known<z.output<ReturnType<(typeof fields)[Name]>>>;

/** EMAIL_VERIFICATION has a default that depends on other settings: on outside development. */
type Known<Given> = Omit<Given, 'EMAIL_VERIFICATION'> & { readonly EMAIL_VERIFICATION: boolean };

export type CommonSettings = Known<z.output<ReturnType<typeof common>>>;
export type GuestSettings = SettingsOf<'guest'>;
export type AuthSettings = SettingsOf<'auth'>;
export type ApiSettings = SettingsOf<'api'>;
export type JobSettings = SettingsOf<'jobs'>;
export type StoreSettings = z.output<ReturnType<typeof store>>;
export type { PlatformAccess } from './platforms.ts';
export { accessTo };
export type EventSettings = z.output<ReturnType<typeof eventKeys>>;
export type PlatformSettings = z.output<ReturnType<typeof platformKeys>>;
/** The settings of all edge functions together. */
export type Settings = GuestSettings & AuthSettings & ApiSettings & JobSettings;

/** The origins to which a redirect of `api` may lead: the sign-in pages of the platforms, and the object store. */
export const signInAndStoreOrigins = (settings: PlatformSettings & StoreSettings): string[] => [
  ...platforms.map((platform) => new URL(accessTo(settings, platform).authorizeUrl).origin),
  new URL(settings.S3_ENDPOINT).origin,
];

/** The names of the settings of one edge function. */
export const settingNamesOf = (name: EdgeFunction): readonly string[] => Object.keys(fields[name]().shape);

/** Each name once. */
export const settingNames = (): readonly string[] => [...new Set(edgeFunctions.flatMap(settingNamesOf))];

/** The settings of an edge function. Throws an error that names each missing or malformed setting and says where to set it. */
export function readSettings<Name extends EdgeFunction>(
  name: Name,
  bindings: Readonly<Record<string, unknown>>,
): SettingsOf<Name> {
  const parsed = fields[name]().superRefine(refuseContradictions).safeParse(bindings);
  if (parsed.success) return known<Name>(parsed.data);
  const faults = parsed.error.issues.map((issue) => {
    const setting = String(issue.path[0]);
    return bindings[setting] === undefined ? `${setting} is missing` : `${setting} is malformed: ${issue.message}`;
  });
  throw new Error(`The settings are incomplete. ${faults.join('; ')}. See docs/deploy.md for what each one is.`);
}

/** Safe: the fields of that edge function have parsed it. */
function known<Name extends EdgeFunction>(given: z.output<ReturnType<typeof common>>): SettingsOf<Name> {
  const isVerified = given.EMAIL_VERIFICATION ?? given.APP_ENV !== 'development';
  return { ...given, EMAIL_VERIFICATION: isVerified } as SettingsOf<Name>;
}

const externalIssuer = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;
const savesProviderNames = ['TIKTOK_SAVES_URL', 'TIKTOK_SAVES_KEY'] as const;
const secrets = ['AUTH_SECRET', 'SEALING_SECRET', 'LINK_SECRET'] as const;

/**
 * An external issuer needs all its settings, because a part of them would silently leave our own keys in force. Where others can register
 * endpoints, no origin is exempt from the rules for URLs, and no password is hashed cheaply. A previous secret must differ from the current
 * one. A provider of saves needs its key.
 */
function refuseContradictions(given: z.output<ReturnType<typeof common>>, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  if (given.APP_ENV !== 'development' && given.WEBHOOK_TRUSTED_ORIGINS.length > 0)
    refuse('WEBHOOK_TRUSTED_ORIGINS', 'is allowed only in development');
  const texts = new Map<string, unknown>(Object.entries(given));
  if (given.APP_ENV !== 'development' && texts.get('PASSWORD_HASHING') === 'cheap')
    refuse('PASSWORD_HASHING', 'may be cheap only in development');
  for (const name of secrets) {
    const previous = texts.get(`${name}_PREVIOUS`);
    if (previous !== undefined && previous === texts.get(name))
      refuse(`${name}_PREVIOUS`, `must be another than ${name}`);
  }
  const lacking = savesProviderNames.filter((name) => texts.get(name) === undefined);
  if (lacking.length === 1) refuse(lacking.join(), 'set both TIKTOK_SAVES_URL and TIKTOK_SAVES_KEY, or neither');
  const missing = externalIssuer.filter((name) => given[name] === undefined);
  if (missing.length === 0 || missing.length === externalIssuer.length) return;
  for (const name of missing) refuse(name, 'the three JWT_ settings go together');
}

/** Reads the settings of an edge function once per isolate. */
export function settingsReader<Name extends EdgeFunction>(
  name: Name,
): (bindings: Readonly<Record<string, unknown>>) => SettingsOf<Name> {
  let read: { bindings: object; settings: SettingsOf<Name> } | undefined;
  return (bindings) => {
    if (read?.bindings !== bindings) read = { bindings, settings: readSettings(name, bindings) };
    return read.settings;
  };
}
