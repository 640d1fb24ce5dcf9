import * as z from 'zod';
import { type Platform, platforms } from '../schema/enums.ts';
import { lazy } from '../schema/lazy.ts';
import { figureTerms } from './platform/social/figure-terms.ts';

const integer = (min: number, max: number, fallback: number) =>
  z
    .union([z.string().regex(/^\d+$/, 'must be a whole number'), z.number()])
    .transform(Number)
    .refine((n) => Number.isSafeInteger(n) && n >= min && n <= max, `must be between ${min} and ${max}`)
    .default(fallback);
const origin = lazy(() => z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, '')));
const flag = lazy(() =>
  z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .transform((value) => value === true || value === 'true')
    .optional(),
);
const optionalText = lazy(() =>
  z
    .string()
    .transform((value) => value || undefined)
    .optional(),
);
/** Origins, each written exactly so, with spaces between. */
const origins = lazy(() =>
  z
    .string()
    .transform((text) => text.split(' ').filter(Boolean))
    .refine(
      (all) => all.every((text) => URL.parse(text)?.origin === text),
      'must be origins such as http://127.0.0.1:9000',
    )
    .default([]),
);
const words = (text: string): string[] => text.split(' ').filter(Boolean);
const isPlatform = (word: string): word is Platform => platforms.some((platform) => platform === word);

/** How long figures are kept: of each platform as its terms say, or for fewer days where some are named. */
const keptDays = lazy(() =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      const kept = Object.fromEntries(platforms.map((platform) => [platform, figureTerms[platform].keptDays]));
      const named = new Set<string>();
      for (const word of words(text)) {
        const [, platform = '', days = ''] = /^([A-Z]+)=([1-9]\d{0,3})$/.exec(word) ?? [];
        const most = isPlatform(platform) && !named.has(platform) ? figureTerms[platform].keptDays : undefined;
        named.add(platform);
        if (most === undefined) context.addIssue('must be platforms with days, each once, such as YOUTUBE=14 X=7');
        else if (most !== null && Number(days) > most)
          context.addIssue(`the terms of ${platform} let figures be kept for ${most} days at most`);
        else kept[platform] = Number(days);
      }
      return asKeptDays(kept);
    }),
);
/** Safe: every platform was put in. */
const asKeptDays = (kept: Readonly<Record<string, number | null>>) => kept as Readonly<Record<Platform, number | null>>;

/** Whose figures others are not shown: those of each platform whose terms say so, and those that are named. */
const withheld = lazy(() =>
  z
    .string()
    .default('')
    .refine((text) => words(text).every(isPlatform), 'must be platforms with spaces between, such as YOUTUBE X')
    .transform((text) =>
      platforms.filter((platform) => !figureTerms[platform].isRedistributable || words(text).includes(platform)),
    ),
);
const optionalUrl = lazy(() => optionalText().pipe(z.url().optional()));

/** Every setting of the Worker. docs/deploy.md says what each is for. */
const plainSettings = lazy(() =>
  z.object({
    APP_ENV: z.enum(['development', 'staging', 'production']),
    BASE_URL: origin(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    NEON_FETCH_ENDPOINT: optionalUrl(),
    UPSTASH_REDIS_REST_URL: z.url(),
    UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
    S3_ENDPOINT: z.url(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_BUCKET: z.string().min(1),
    S3_ACCESS_KEY_ID: z.string().min(1),
    S3_SECRET_ACCESS_KEY: z.string().min(1),
    AUTH_SECRET: z.string().min(32, 'must have at least 32 characters'),
    AUTH_SECRET_PREVIOUS: optionalText().pipe(z.string().min(32, 'must have at least 32 characters').optional()),
    EMAIL_VERIFICATION: flag(),
    JWT_ISSUER: optionalText(),
    JWT_AUDIENCE: optionalText(),
    JWT_JWKS_URL: optionalUrl(),
    MAIL_URL: optionalUrl(),
    MAIL_TOKEN: optionalText(),
    MAIL_FROM: z.string().min(1).default('Castline <no-reply@castline.example>'),
    KEY_PREFIX_WORD: z
      .string()
      .regex(/^[a-z][a-z0-9]{1,31}$/)
      .default('castline'),
    BRAND_FEE_BPS: integer(0, 10_000, 500),
    CREATOR_FEE_BPS: integer(0, 10_000, 1_000),
    QUOTE_TTL_SECONDS: integer(1, 86_400, 1_800),
    QUOTE_RETENTION_DAYS: integer(1, 3_650, 30),
    ACCEPT_WINDOW_HOURS: integer(1, 8_760, 72),
    APPROVE_WINDOW_HOURS: integer(1, 8_760, 168),
    LATE_CANCEL_HOURS: integer(1, 8_760, 72),
    DRAFT_TTL_DAYS: integer(1, 3_650, 30),
    REMINDER_HOURS: integer(1, 8_760, 24),
    MESSAGE_RETENTION_DAYS: integer(1, 3_650, 30),
    UPLOAD_URL_TTL_SECONDS: integer(1, 3_600, 300),
    VIRUS_SCAN_URL: optionalUrl(),
    VIRUS_SCAN_TOKEN: optionalText(),
    PREVIEW_TTL_SECONDS: integer(1, 86_400, 3_600),
    OWNERSHIP_CODE_TTL_HOURS: integer(1, 720, 72),
    VIEWS_INTERVAL_HOURS: integer(1, 168, 6),
    POST_SCAN_INTERVAL_HOURS: integer(1, 168, 24),
    POST_TRACKING_DAYS: integer(1, 365, 30),
    FIGURES_KEPT_DAYS: keptDays(),
    FIGURES_WITHHELD: withheld(),
    YOUTUBE_API_URL: z.url({ protocol: /^https?$/ }).default('https://www.googleapis.com/youtube/v3'),
    YOUTUBE_API_KEY: optionalText(),
    YOUTUBE_DAILY_UNITS: integer(0, 10_000_000, 10_000),
    DNS_RESOLVER_URL: z.url({ protocol: /^https?$/ }).default('https://cloudflare-dns.com/dns-query'),
    // Less than half of the lease that whoever sends a message has on it.
    WEBHOOK_TIMEOUT_MS: integer(100, 25_000, 10_000),
    WEBHOOK_DISABLE_AFTER_HOURS: integer(1, 8_760, 72),
    WEBHOOK_TRUSTED_ORIGINS: origins(),
    RATE_LIMIT_SCALE: integer(1, 1_000_000, 1),
  }),
);

const externalIssuer = ['JWT_ISSUER', 'JWT_AUDIENCE', 'JWT_JWKS_URL'] as const;

/**
 * An external issuer is named whole or not at all: half of it would leave our own keys in force unseen. Where others register
 * endpoints, no origin is exempt from the rules for them. A previous secret that is the current one would open nothing.
 * EMAIL_VERIFICATION is on outside development unless it is set.
 */
const settings = lazy(() =>
  plainSettings()
    .superRefine((given, context) => {
      if (given.APP_ENV !== 'development' && given.WEBHOOK_TRUSTED_ORIGINS.length > 0)
        context.addIssue({ code: 'custom', path: ['WEBHOOK_TRUSTED_ORIGINS'], message: 'is for development alone' });
      if (given.AUTH_SECRET_PREVIOUS === given.AUTH_SECRET)
        context.addIssue({
          code: 'custom',
          path: ['AUTH_SECRET_PREVIOUS'],
          message: 'must be another than AUTH_SECRET',
        });
      const missing = externalIssuer.filter((name) => given[name] === undefined);
      if (missing.length === 0 || missing.length === externalIssuer.length) return;
      for (const name of missing)
        context.addIssue({ code: 'custom', path: [name], message: 'the three JWT_ settings go together' });
    })
    .transform(({ EMAIL_VERIFICATION, ...given }) => ({
      ...given,
      EMAIL_VERIFICATION: EMAIL_VERIFICATION ?? given.APP_ENV !== 'development',
    })),
);

export const settingNames = (): readonly string[] => Object.keys(plainSettings().shape);

export type Settings = z.infer<ReturnType<typeof settings>>;

export interface Queue {
  sendBatch(messages: { body: unknown }[], options?: { delaySeconds: number }): Promise<unknown>;
}

/** JOBS is of our own work; PLATFORMS of what asks platforms; MESSAGES of calls of endpoints; MAILS of mails. */
export const queueNames = ['JOBS', 'PLATFORMS', 'MESSAGES', 'MAILS'] as const;
export type QueueName = (typeof queueNames)[number];

export interface Bindings extends Record<string, unknown>, Readonly<Partial<Record<QueueName, Queue>>> {
  readonly ASSETS?: { fetch(request: Request): Promise<Response> };
  /** Which deployment this is. */
  readonly VERSION?: { readonly id: string };
}

/** The settings, or an error whose message names each one that is missing or malformed and says where to set it. */
export function readSettings(bindings: Record<string, unknown>): Settings {
  const parsed = settings().safeParse(bindings);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return bindings[name] === undefined ? `${name} is missing` : `${name} is malformed: ${issue.message}`;
  });
  throw new Error(`The settings are incomplete. ${faults.join('; ')}. See docs/deploy.md for what each one is.`);
}

let known: { bindings: object; settings: Settings } | undefined;

/** The settings of this isolate, parsed once. */
export function settingsOf(bindings: Record<string, unknown>): Settings {
  if (known?.bindings !== bindings) known = { bindings, settings: readSettings(bindings) };
  return known.settings;
}
