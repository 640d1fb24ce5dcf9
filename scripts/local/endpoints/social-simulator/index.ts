import { type Platform, platforms } from '../../../../schema/shared/enums.ts';
import type { LocalClock } from '../../clock.ts';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from '../endpoint.ts';
import { answerPicture } from './pictures.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { change, World } from './world.ts';
import { youtube } from './youtube/youtube.ts';

export interface SocialSimulatorOptions {
  /** The accepted API key. */
  youtubeKey: string;
  clock: Pick<LocalClock, 'now'>;
}

const simulated: Partial<Record<Platform, SimulatedPlatform>> = { YOUTUBE: youtube };

/** Simulates the official APIs of the platforms, which need real accounts and keys. */
export async function startSocialSimulator(options: SocialSimulatorOptions): Promise<Endpoint> {
  const simulator = new Simulator(options);
  const endpoint = await startEndpoint({ handle: async (request) => simulator.answer(request) });
  simulator.origin = endpoint.url;
  return endpoint;
}

/**
 * Serves each platform's API under its name in lower case, as /youtube/v3, the pictures under /pictures, and the controls under /simulator: the
 * state of an account (PUT, GET, DELETE /simulator/{platform}/accounts/{handle}), and the received calls (GET, DELETE /simulator/calls).
 */
class Simulator {
  origin = 'http://127.0.0.1';
  readonly #worlds = new Map<string, { world: World; api: SimulatedPlatform }>();
  readonly #calls = new Map<string, number>();

  constructor({ youtubeKey, clock }: SocialSimulatorOptions) {
    for (const platform of platforms) {
      const api = simulated[platform];
      if (api === undefined) continue;
      const world = new World(api, {
        clock,
        originOf: () => this.origin,
        isApp: (token) => token === youtubeKey,
        grantOf: () => undefined,
        count: (resource, externalId) => this.#count(resource, externalId),
      });
      this.#worlds.set(platform.toLowerCase(), { world, api });
    }
  }

  answer({ method, path, headers, body }: Request): Answer | Promise<Answer> {
    const { pathname, searchParams } = new URL(path, this.origin);
    const [area = '', first = '', second = '', third = ''] = pathname
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent);
    if (area === 'simulator' && first === 'calls') return this.#callCounts(method);
    if (area === 'simulator' && second === 'accounts') return this.#change(method, first, third.toLowerCase(), body);
    if (area === 'pictures') return this.#picture(first, searchParams.has('followed'));
    const { world, api } = this.#worlds.get(area) ?? {};
    if (world === undefined || api === undefined) return nowhere;
    const below = pathname.slice(area.length + 1);
    return api.answer({ method, path: below, query: searchParams, headers, body }, world);
  }

  #picture(externalId: string, isFollowed: boolean): Answer {
    this.#count('pictures', externalId);
    const owners = [...this.#worlds.values()].map(({ world }) => world.changeOf(externalId));
    return answerPicture(externalId, Object.assign({}, ...owners), isFollowed);
  }

  #change(method: string, platform: string, handle: string, body: string): Answer {
    const { world } = this.#worlds.get(platform) ?? {};
    if (world === undefined) return nowhere;
    if (method === 'DELETE') world.forget(handle);
    if (method !== 'PUT') return json(200, world.byHandle(handle) ?? null);
    const wanted = change.safeParse(JSON.parse(body));
    if (!wanted.success) return json(400, { message: wanted.error.message });
    world.change(handle, wanted.data);
    return json(200, world.byHandle(handle) ?? null);
  }

  #callCounts(method: string): Answer {
    const counted = json(200, Object.fromEntries(this.#calls));
    if (method === 'DELETE') this.#calls.clear();
    return counted;
  }

  #count(resource: string, externalId: string): void {
    const call = `${resource} ${externalId}`;
    this.#calls.set(call, (this.#calls.get(call) ?? 0) + 1);
  }
}

const nowhere = json(404, { message: 'The simulator has no such address.' });
