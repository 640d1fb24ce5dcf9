import type { Meter, SocialPlatform } from '../../../functions/platform/social/social-platform.ts';
import { youtube } from '../../../functions/platform/social/youtube/youtube.ts';
import { rich } from './meters.ts';

/** YouTube's adapter with the key of the application. It reaches no API of audiences. */
export const keyedYoutube = (apiUrl: string, apiKey: string, meter: Meter = rich): SocialPlatform =>
  youtube({ analyticsUrl: 'http://127.0.0.1:9', apiUrl, apiKey }, meter);
