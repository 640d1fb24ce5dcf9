import type { Env, Hono } from 'hono';

/** The edge functions that take requests. `jobs` takes only cron triggers and queue messages. */
export const servers = ['guest', 'auth', 'api'] as const;
export type Server = (typeof servers)[number];

interface Placement {
  readonly on: Server;
  /** The prefixes of the group's paths. */
  readonly prefixes: readonly string[];
}

/** The first path takes a token, the second one a key. */
const both = (path: string) => [`/api/v1/${path}`, `/api/v1/public/${path}`];

/**
 * Maps each group of routes to its edge function and paths. The routes of a deployment, the router of the local stack and the tests are
 * made from this table. The longest prefix of a path wins.
 */
export const groups = {
  site: { on: 'guest', prefixes: ['/'] },
  catalog: {
    on: 'guest',
    prefixes: [...['/api/v1/creator-catalog', '/api/v1/creator-pages', '/api/v1/dictionaries', '/api/v1/openapi.json']],
  },
  avatars: { on: 'guest', prefixes: ['/avatars/'] },
  redirects: { on: 'guest', prefixes: ['/t/'] },
  reports: { on: 'guest', prefixes: ['/api/v1/factory-reports/'] },
  reportPages: { on: 'guest', prefixes: ['/reports/'] },
  auth: { on: 'auth', prefixes: ['/api/auth/'] },
  // Without a public path: only a service binding reaches it.
  sessions: { on: 'auth', prefixes: [] },
  signIn: {
    on: 'auth',
    prefixes: [
      '/sign-in',
      '/sign-up',
      '/sign-out',
      '/reset',
      '/verify',
      '/cabinet/settings/password',
      '/cabinet/settings/email',
    ],
  },
  cabinet: { on: 'api', prefixes: ['/cabinet'] },
  keyRevocation: { on: 'api', prefixes: ['/api-keys/'] },
  connections: { on: 'api', prefixes: ['/oauth/'] },
  deletions: { on: 'api', prefixes: ['/platform-events/'] },
  platformEvents: { on: 'api', prefixes: ['/platform-events/'] },
  account: { on: 'api', prefixes: both('me') },
  overview: { on: 'api', prefixes: both('me/overview') },
  apiKeys: { on: 'api', prefixes: ['/api/v1/api-keys'] },
  profile: { on: 'api', prefixes: both('influencer-profile') },
  portfolio: { on: 'api', prefixes: both('influencer-profile/portfolio') },
  socialAccounts: {
    on: 'api',
    prefixes: [
      '/api/v1/creator/social-accounts',
      ...both('social-accounts'),
      ...['/api/v1/staff/social-accounts', '/api/v1/staff/stats-sessions'],
    ],
  },
  channels: { on: 'api', prefixes: both('influencer-channels') },
  ownership: { on: 'api', prefixes: both('influencer-channels') },
  pricing: { on: 'api', prefixes: both('influencer-accounts') },
  savedLists: { on: 'api', prefixes: ['/api/v1/saved-lists', '/api/v1/creator-comparison'] },
  orders: { on: 'api', prefixes: both('placement-orders') },
  offers: { on: 'api', prefixes: both('placement-offers') },
  assignments: { on: 'api', prefixes: both('placement-assignments') },
  deliverables: { on: 'api', prefixes: both('placement-assignments') },
  campaigns: { on: 'api', prefixes: both('campaigns') },
  campaignAnalytics: { on: 'api', prefixes: both('analytics/campaigns') },
  trackingLinks: { on: 'api', prefixes: [...both('campaigns'), '/api/v1/staff/tracking-links'] },
  campaignOffers: { on: 'api', prefixes: both('offers') },
  campaignPosts: { on: 'api', prefixes: both('campaigns') },
  ownPosts: { on: 'api', prefixes: both('posts') },
  campaignProofs: { on: 'api', prefixes: [...both('campaigns'), ...both('posts'), '/api/v1/staff/posts'] },
  factories: { on: 'api', prefixes: both('factories') },
  analytics: { on: 'api', prefixes: both('analytics') },
  wallet: { on: 'api', prefixes: both('wallet') },
  webhooks: { on: 'api', prefixes: both('webhook-endpoints') },
  disputes: { on: 'api', prefixes: ['/api/v1/staff/assignments'] },
  staff: { on: 'api', prefixes: ['/api/v1/staff/'] },
  desk: { on: 'api', prefixes: ['/api/v1/staff/'] },
} as const satisfies Record<string, Placement>;

export type GroupName = keyof typeof groups;

/** The groups of one edge function. */
export type GroupOf<On extends Server> = {
  [Name in GroupName]: (typeof groups)[Name]['on'] extends On ? Name : never;
}[GroupName];

/** The Hono apps of all groups of an edge function. */
export type Groups<On extends Server, AppEnv extends Env> = Readonly<Record<GroupOf<On>, Hono<AppEnv>>>;

export interface RoutePrefix {
  readonly prefix: string;
  readonly on: Server;
}

/** Each prefix once, longest first. */
export const routePrefixes: readonly RoutePrefix[] = [
  ...new Map(
    Object.values<Placement>(groups).flatMap(({ on, prefixes }) =>
      prefixes.map((prefix) => [prefix, { prefix, on }] satisfies [string, RoutePrefix]),
    ),
  ).values(),
].sort((one, other) => other.prefix.length - one.prefix.length);

/** The edge function that serves a path. */
export const serverOf = (path: string): Server =>
  routePrefixes.find(({ prefix }) => path.startsWith(prefix))?.on ?? groups.site.on;
