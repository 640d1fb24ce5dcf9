import type { ShownSince } from '../../../db/metrics/engagement.ts';
import { isWithheld, shownSince } from '../../../schema/metrics/metric-rules.ts';
import type { Ctx } from '../../context.ts';

/** The age limit of metrics that the advertiser may see. Withheld platforms show none. */
export const shownToOthers =
  ({ settings, now }: Pick<Ctx, 'settings' | 'now'>): ShownSince =>
  (platform) =>
    isWithheld(platform, settings) ? null : shownSince(platform, settings, now());
