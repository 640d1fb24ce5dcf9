import type { ViewDefinition } from '../../../schema/metrics/metric-rules.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

/** What the terms of a platform's API allow with the figures that it tells. Settings make it tighter, and never looser. */
export interface MetricTerms {
  /** What a measurement names as its origin. */
  readonly source: string;
  /** What the platform counts as a view since it has defined that anew; null where it has one definition. */
  readonly viewDefinition: ViewDefinition | null;
  /** Whether others may be shown them than whoever the account belongs to. */
  readonly isRedistributable: boolean;
  /** For how many days a figure or a picture may be kept without being fetched again; null where the terms set no time. */
  readonly keptDays: number | null;
}

/**
 * Of every platform, also those without an adapter: what was measured before an adapter was taken away is kept no longer. Where the
 * terms are not plain, the stricter reading stands. Whoever writes an adapter reads them again.
 */
export const metricTerms: Readonly<Record<Platform, MetricTerms>> = {
  /**
   * YouTube API Services Developer Policies, III.E.4: what no user has authorised, statistics and pictures, is kept for 30 calendar days, then
   * deleted or asked for anew; III.E.3.b keeps what a user has authorised from others, and we ask without a user. Revision history
   * of the Data API, 26 March 2025: since 31 March 2025 a view of a Short is each start or replay, without a least time; a view of
   * any other video is what it was. The API does not tell which of them a video is, so the definition is of both.
   */
  YOUTUBE: {
    source: 'YOUTUBE_DATA_API',
    viewDefinition: 'YOUTUBE_2025_03_31',
    isRedistributable: true,
    keptDays: 30,
  },
  /** TikTok Developer Terms of Service: what a user has shared with an app is shown to others by that user's consent alone; no time is set. */
  TIKTOK: { source: 'TIKTOK_DISPLAY_API', viewDefinition: null, isRedistributable: false, keptDays: null },
  /**
   * Meta Platform Terms, 3 and 4: shared with others when the user says so; deleted when no purpose is left, and no time is set. Instagram
   * media insights: `views` took the place of impressions and plays, which ended for all versions on 21 April 2025.
   */
  INSTAGRAM: {
    source: 'INSTAGRAM_GRAPH_API',
    viewDefinition: 'INSTAGRAM_2025_04_21',
    isRedistributable: false,
    keptDays: null,
  },
  /** X Developer Policy, content redistribution: third parties get ids, not content, through an API; what is kept follows what X shows, and no time is set. */
  X: { source: 'X_API', viewDefinition: null, isRedistributable: false, keptDays: null },
  /** Twitch Developer Services Agreement, II: kept for 24 hours at most, and not shared with third parties; re-distribution is prohibited. */
  TWITCH: { source: 'TWITCH_HELIX_API', viewDefinition: null, isRedistributable: false, keptDays: 1 },
  /** Kick Developer Agreement, schedule 1, C: kept for 24 hours at most, and not shared with third parties. */
  KICK: { source: 'KICK_API', viewDefinition: null, isRedistributable: false, keptDays: 1 },
};
