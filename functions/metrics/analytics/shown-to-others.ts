import type { ShownSince } from '../../../db/metrics/engagement.ts';
import { isWithheld, shownSince } from '../../../schema/metrics/metric-rules.ts';
import type { Ctx } from '../../context.ts';

/** The figures of posts that whoever has ordered them may see: none of a platform that is withheld, none that is too old to be kept. */
export const shownToOthers =
  ({ settings, now }: Pick<Ctx, 'settings' | 'now'>): ShownSince =>
  (platform) =>
    isWithheld(platform, settings) ? null : shownSince(platform, settings, now());
