/** The files that may import a package, by its name. Names and files are regular expressions. */
export const packageImporters = ({ mechanisms, capability, routes }: Layers): Readonly<Record<string, string>> => ({
  '@aws-sdk/.+': '^functions/platform/object-store[.]ts$',
  '@hono/zod-validator': '^functions/http/parse-input[.]ts$',
  '@neondatabase/serverless': '^db/client[.]ts$',
  '@upstash/ratelimit': '^functions/http/rate-limit[.]ts$',
  '@upstash/redis': '^functions/platform/key-value[.]ts$',
  'better-auth':
    '^functions/identity/account/(auth|change-address|confirm-address|extend-session|new-password|sign-in-code)[.]ts$',
  canonicalize: '^functions/(http/idempotency-key|placements/orders/payload-hash)[.]ts$',
  'client-zip': '^functions/campaigns/proofs/archive[.]ts$',
  crypto: '^functions/(identity/account/password|uploads/(check-file|store-served))[.]ts$',
  'd3-array': '^functions/web/ui/charts/chart-shape[.]ts$',
  'd3-shape': '^functions/web/ui/charts/chart-shape[.]ts$',
  'd3-time': '^functions/web/ui/charts/chart-shape[.]ts$',
  papaparse: '^functions/platform/csv-lines[.]ts$',
  'drizzle-kit': '^db/drizzle[.]config[.]ts$',
  // Verbs write conditions; the query builder is for the statements in db/.
  'drizzle-orm(?!/sql/sql[.])': '^db/',
  'drizzle-orm/sql/sql[.].+': `^db/|${mechanisms}|${capability}/`,
  'file-type': '^functions/uploads/foreign-name[.]ts$',
  'hono(?!/dist/(types/)?(helper/html|jsx))': `^functions/(http/|edge-function[.]|groups[.])|^functions/.*${routes}`,
  'hono/dist/(types/)?(helper/html|jsx)': '^functions/web/',
  'ipaddr[.]js': '^functions/(notifications/webhooks/public-url|http/address)[.]ts$',
  isbot: '^functions/platform/gather[.]ts$',
  jose: '^functions/identity/account/',
  oauth4webapi: '^functions/platform/social/oauth/',
  'lru-cache': '^functions/(isolate-cache|edge/byte-cache)[.]ts$',
  standardwebhooks: '^functions/notifications/webhooks/webhook-library[.]ts$',
  uqr: '^functions/campaigns/tracking-links/draw-qr-code[.]ts$',
  zod: '^(schema|functions/(identity/account|http|platform|settings))/|^functions/notifications/outbox/send-by-mail[.]ts$',
});

interface Layers {
  readonly mechanisms: string;
  readonly capability: string;
  readonly routes: string;
}
