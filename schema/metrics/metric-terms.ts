import type { Platform } from '../shared/enums.ts';
import type { ViewDefinition } from './metric-rules.ts';
import type { MixedDefinitions } from './view-definition.ts';

/**
 * To whom the terms of a platform let the service show a measurement, besides the owner of the account. PUBLIC: everyone. WITH_CONSENT:
 * others, once the owner has expressly consented. PAGES_ONLY: visitors of our own pages, not the API. NEVER: nobody else.
 */
export const sharings = ['PUBLIC', 'WITH_CONSENT', 'PAGES_ONLY', 'NEVER'] as const;
export type Sharing = (typeof sharings)[number];

const always = (sharing: Sharing) => ({ byKey: sharing, byGrant: sharing });

/** The rules that the terms of a platform's API set for its metrics. Settings can be stricter, never looser. */
export interface MetricTerms {
  /** The source that measurements name. */
  readonly source: string;
  /** The current definition of a view, if the platform has changed it; null when it has only one. */
  readonly viewDefinition: ViewDefinition | null;
  /** To whom the metrics may be shown besides the account's owner; byGrant: what was read under the owner's grant. See sharing.ts. */
  readonly sharing: { readonly byKey: Sharing; readonly byGrant: Sharing };
  /** Days for which a metric or picture may be stored without being fetched again; null when the terms set no limit. */
  readonly keptDays: number | null;
}

/**
 * All platforms are listed, even those without an adapter, because their older measurements expire too. Where the terms are ambiguous, the
 * stricter reading applies. Read them again before you write an adapter.
 */
export const metricTerms: Readonly<Record<Platform, MetricTerms>> = {
  /**
   * YouTube API Services Developer Policies, III.E.4: data that no user has authorised (statistics, pictures) may be stored for 30 calendar
   * days, then it is deleted or fetched again. III.E.3.b: data that a user has authorised are for that user and for those whom the user
   * expressly approves. Revision history of the Data API, 26 March 2025: since 31 March 2025 a view of a Short is each start or replay, without
   * a minimal watch time; for other videos nothing changed. The API does not distinguish Shorts, so this definition covers both.
   */
  YOUTUBE: {
    source: 'YOUTUBE_DATA_API',
    viewDefinition: 'YOUTUBE_2025_03_31',
    sharing: { byKey: 'PUBLIC', byGrant: 'WITH_CONSENT' },
    keptDays: 30,
  },
  /**
   * TikTok Developer Terms of Service: data that a user shares with an app may be shown to others only with that user's consent; no time
   * limit.
   */
  TIKTOK: { source: 'TIKTOK_DISPLAY_API', viewDefinition: null, sharing: always('WITH_CONSENT'), keptDays: null },
  /**
   * Meta Platform Terms, 3 and 4: data may be shared with others on the user's instruction, and is deleted when it has no purpose left; no
   * time limit. Instagram media insights: `views` replaced impressions and plays, which ended for all versions on 21 April 2025.
   */
  INSTAGRAM: {
    source: 'INSTAGRAM_GRAPH_API',
    viewDefinition: 'INSTAGRAM_2025_04_21',
    sharing: always('WITH_CONSENT'),
    keptDays: null,
  },
  /**
   * X Developer Policy, content redistribution: third parties may get ids, not content, through an API. Stored data must follow what X
   * shows; no time limit.
   */
  X: { source: 'X_API', viewDefinition: null, sharing: always('PAGES_ONLY'), keptDays: null },
  /** Twitch Developer Services Agreement, II: storage for at most 24 hours, no sharing with third parties; redistribution is prohibited. */
  TWITCH: { source: 'TWITCH_HELIX_API', viewDefinition: null, sharing: always('NEVER'), keptDays: 1 },
  /** Kick Developer Agreement, schedule 1, C: storage for at most 24 hours, no sharing with third parties. */
  KICK: { source: 'KICK_API', viewDefinition: null, sharing: always('NEVER'), keptDays: 1 },
};

/** The current definition of a view of each of these platforms, for sums that keep only the platforms whose views they add up. */
export const currentDefinitions = (platforms: readonly Platform[]): MixedDefinitions =>
  platforms.map((platform) => ({ platform, viewDefinition: metricTerms[platform].viewDefinition }));
