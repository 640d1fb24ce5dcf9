import { afterAll } from 'vitest';
import type { Platform } from '../../../schema/shared/enums.ts';
import type { Endpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import { startSocialSimulator } from '../../../scripts/local/endpoints/social-simulator/index.ts';
import { simulatorOf } from '../simulator.ts';

/** The simulator of all platforms for one test file, with the control of one platform. */
export async function ownSimulator(
  platform: Platform,
  { youtubeKey = 'a-key', socialSecret = 'a-secret' },
): Promise<{ readonly simulated: Endpoint; readonly simulator: ReturnType<typeof simulatorOf> }> {
  const simulated = await startSocialSimulator({ youtubeKey, socialSecret, clock: { now: () => new Date() } });
  afterAll(() => simulated.stop());
  return { simulated, simulator: simulatorOf(simulated.url, platform) };
}
