import { afterAll, beforeEach } from 'vitest';
import type { Endpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import type { SimulatedPlatform } from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';
import { CountingMeter } from './counting-meter.ts';
import { PlainWorld, servePlatform } from './plain-world.ts';

/** The simulator of a platform, and a meter for its adapter. */
export interface OwnPlatform {
  readonly world: PlainWorld;
  readonly meter: CountingMeter;
  readonly endpoint: Endpoint;
}

/**
 * A platform for one test file. Each test begins without a fault, with a full meter and with nothing counted. The accounts and the grant are
 * those that the file sets.
 */
export async function ownPlatform(simulated: SimulatedPlatform): Promise<OwnPlatform> {
  const world = new PlainWorld();
  const meter = new CountingMeter();
  const endpoint = await servePlatform(simulated, world);
  beforeEach(() => {
    world.fault = undefined;
    world.calls.length = 0;
    meter.clear();
    meter.isEmpty = false;
    endpoint.resetCount();
  });
  afterAll(() => endpoint.stop());
  return { world, meter, endpoint };
}
