import * as z from 'zod';
import { lazy } from '../../schema/shared/lazy.ts';
import {
  contact,
  flag,
  integer,
  keptDays,
  optionalText,
  optionalUrl,
  origin,
  origins,
  platformNames,
  previousSecret,
  secret,
} from './shapes.ts';

/** Settings that all edge functions have. The value of DATABASE_URL differs, because each function has its own database role. */
export const common = lazy(() =>
  z.object({
    APP_ENV: z.enum(['development', 'staging', 'production']),
    BASE_URL: origin(),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    NEON_FETCH_ENDPOINT: optionalUrl(),
    UPSTASH_REDIS_REST_URL: z.url(),
    UPSTASH_REDIS_REST_TOKEN: z.string().min(1),
    EMAIL_VERIFICATION: flag(),
    JWT_ISSUER: optionalText(),
    JWT_AUDIENCE: optionalText(),
    JWT_JWKS_URL: optionalUrl(),
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
    PREVIEW_TTL_SECONDS: integer(1, 86_400, 3_600),
    OWNERSHIP_CODE_TTL_HOURS: integer(1, 720, 72),
    VIEWS_INTERVAL_HOURS: integer(1, 168, 6),
    POST_SCAN_INTERVAL_HOURS: integer(1, 168, 24),
    POST_TRACKING_DAYS: integer(1, 365, 30),
    CAMPAIGN_PLATFORMS: platformNames('YOUTUBE TIKTOK INSTAGRAM TWITCH'),
    MODERATION_WINDOW_HOURS: integer(1, 8_760, 168),
    CREDIT_PRICE_RAW: integer(1, 1_000_000_000, 1_000),
    X_READS_PER_DAY: integer(1, 24, 1),
    FIGURES_KEPT_DAYS: keptDays(),
    FIGURES_WITHHELD: platformNames(),
    DERIVED_METRICS_WITHHELD: platformNames(),
    DNS_RESOLVER_URL: z.url({ protocol: /^https?$/ }).default('https://cloudflare-dns.com/dns-query'),
    // Less than half of the lease on a message.
    WEBHOOK_TIMEOUT_MS: integer(100, 25_000, 10_000),
    WEBHOOK_DISABLE_AFTER_HOURS: integer(1, 8_760, 72),
    WEBHOOK_TRUSTED_ORIGINS: origins(),
    RATE_LIMIT_SCALE: integer(1, 1_000_000, 1),
    LOGGED_REQUESTS_PERCENT: integer(0, 100, 100),
  }),
);

/** For sessions, tokens and devices. Only `auth` has it. */
export const authSecret = lazy(() =>
  z.object({
    AUTH_SECRET: secret(),
    AUTH_SECRET_PREVIOUS: previousSecret(),
    SESSION_MAX_DAYS: integer(1, 365, 30),
    STAFF_SESSION_HOURS: integer(1, 720, 12),
    PASSWORD_HASHING: z.enum(['recommended', 'cheap']).default('recommended'),
  }),
);

/** For API keys, links that delete them, and sealed data such as webhook secrets. */
export const sealingSecret = lazy(() =>
  z.object({ SEALING_SECRET: secret(), SEALING_SECRET_PREVIOUS: previousSecret() }),
);

/** For links to previews: `api` signs them, `guest` verifies them. */
export const linkSecret = lazy(() => z.object({ LINK_SECRET: secret(), LINK_SECRET_PREVIOUS: previousSecret() }));

export const store = lazy(() =>
  z.object({
    S3_ENDPOINT: z.url(),
    S3_REGION: z.string().min(1).default('auto'),
    S3_BUCKET: z.string().min(1),
    S3_PUBLIC_BUCKET: z.string().min(1),
    S3_ACCESS_KEY_ID: z.string().min(1),
    S3_SECRET_ACCESS_KEY: z.string().min(1),
  }),
);

/** The text beside the balance. */
export const payments = lazy(() => z.object({ PAYMENT_INSTRUCTIONS: optionalText() }));

/** The contact of the operator of this deployment. */
export const operator = lazy(() => z.object({ OPERATOR_CONTACT: contact() }));

export const scanner = lazy(() => z.object({ VIRUS_SCAN_URL: optionalUrl(), VIRUS_SCAN_TOKEN: optionalText() }));

/** A provider of the saves of TikTok's posts, which TikTok's own API does not provide. */
export const savesProvider = lazy(() =>
  z.object({ TIKTOK_SAVES_URL: optionalUrl(), TIKTOK_SAVES_KEY: optionalText() }),
);

export const mail = lazy(() =>
  z.object({
    MAIL_URL: optionalUrl(),
    MAIL_TOKEN: optionalText(),
    MAIL_FROM: z.string().min(1).default('Castline <no-reply@castline.example>'),
  }),
);
