import * as z from 'zod';
import { type Platform, platforms } from '../../../../schema/shared/enums.ts';
import type { LocalClock } from '../../clock.ts';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from '../endpoint.ts';
import type { EndedGrant } from './events/signed-call.ts';
import { sendCalls, sendDeletion, sendRevocation, type Webhook, webhook } from './events/webhook.ts';
import { instagram } from './instagram/instagram.ts';
import { storyCalls } from './instagram/stories.ts';
import { answerLongLived } from './instagram/tokens.ts';
import { keptState } from './kept-state.ts';
import { kick } from './kick/kick.ts';
import { Desk } from './oauth/desk.ts';
import { type App, type AutomaticSignIn, answerOAuth } from './oauth/sign-in.ts';
import { answerPicture } from './pictures.ts';
import type { SimulatedPlatform } from './simulated-platform.ts';
import { answerSaves } from './tiktok/saves.ts';
import { tiktok } from './tiktok/tiktok.ts';
import { twitch } from './twitch/twitch.ts';
import { change, World } from './world.ts';
import { x } from './x/x.ts';
import { youtube } from './youtube/youtube.ts';

export interface SocialSimulatorOptions {
  /** The accepted API key. */
  youtubeKey: string;
  /** The secret of the application at every platform. Its client id is `castline`. */
  socialSecret: string;
  clock: Pick<LocalClock, 'now'>;
  /** Keeps the changed accounts and the grants between starts; without it they are lost when the simulator stops. */
  file?: string | undefined;
  /** The side of the pictures in pixels; 256 by default. */
  pictureSide?: number | undefined;
}

/** The client id of the application at every simulated platform. */
export const simulatedClientId = 'castline';

export const simulated: Readonly<Record<Platform, SimulatedPlatform>> = {
  YOUTUBE: youtube,
  TIKTOK: tiktok,
  INSTAGRAM: instagram,
  X: x,
  TWITCH: twitch,
  KICK: kick,
};

/** Simulates the official APIs of the platforms, which need real accounts and keys. */
export async function startSocialSimulator(options: SocialSimulatorOptions): Promise<Endpoint> {
  let simulator = new Simulator(options);
  const kept = options.file === undefined ? undefined : keptState(options.file, simulator.places);
  const endpoint = await startEndpoint({
    async handle(request) {
      const answer = await simulator.answer(request);
      kept?.changed();
      return answer;
    },
    whenStopped: async () => kept?.write(),
    async whenReset() {
      const { origin } = simulator;
      simulator = new Simulator(options);
      simulator.origin = origin;
    },
  });
  simulator.origin = endpoint.url;
  return endpoint;
}

/**
 * Serves each platform's API under its name in lower case, as /youtube/v3, its sign-in and tokens under /youtube/oauth, the pictures under
 * /pictures, a provider of the saves of TikTok's posts at /tiktok-saves, and the controls under /simulator: the state of an account (PUT, GET, DELETE /simulator/{platform}/accounts/{handle}), the end of its
 * grants and their number (DELETE, GET /simulator/{platform}/grants/{handle}), where the platform sends its event of such an end (PUT, DELETE
 * /simulator/{platform}/webhook), the request of a person to delete the data (POST /simulator/instagram/deletions/{handle}), its events of ended stories (POST /simulator/instagram/stories/{handle}), the codes, tokens and verifiers so far (GET /simulator/{platform}/secrets), who signs in by itself (PUT, DELETE /simulator/{platform}/sign-in), and the
 * received calls (GET, DELETE /simulator/calls).
 */
class Simulator {
  origin = 'http://127.0.0.1';
  readonly places = new Map<string, Place>();
  readonly #app: App;
  readonly #calls = new Map<string, number>();

  readonly #clock: Pick<LocalClock, 'now'>;
  readonly #pictureSide: number;

  constructor({ youtubeKey, socialSecret, clock, pictureSide = 256 }: SocialSimulatorOptions) {
    this.#clock = clock;
    this.#pictureSide = pictureSide;
    this.#app = { clientId: simulatedClientId, clientSecret: socialSecret };
    for (const platform of platforms) {
      const api = simulated[platform];
      const desk = new Desk(platform, clock);
      const world = new World(api, {
        clock,
        originOf: () => this.origin,
        isApp: (token) => token === youtubeKey || desk.isOfApp(token),
        grantOf: (token) => desk.grantOf(token),
        count: (resource, externalId) => this.#count(resource, externalId),
      });
      const place = { platform, api, desk, world, automatic: undefined, webhook: undefined };
      this.places.set(platform.toLowerCase(), place);
    }
  }

  async answer(request: Request): Promise<Answer> {
    const answer = this.#answerAtOnce(request);
    for (const { world } of this.places.values()) await world.takeWait()?.();
    return answer;
  }

  #answerAtOnce({ method, path: address, headers, body }: Request): Answer | Promise<Answer> {
    const { pathname, searchParams } = new URL(address, this.origin);
    const [area = '', first = '', second = '', third = ''] = pathname
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent);
    if (area === 'simulator' && first === 'calls') return this.#callCounts(method);
    if (area === 'simulator') return this.#control(method, [first, second, third.toLowerCase()], body);
    if (area === 'pictures') return this.#picture(first, searchParams.has('followed'));
    const place = this.places.get(area === 'tiktok-saves' ? 'tiktok' : area);
    if (place === undefined) return nowhere;
    if (area === 'tiktok-saves') return answerSaves({ method, headers, body }, this.#app.clientSecret, place.world);
    // The base of an API can have a version, as the platforms' own.
    const path = pathname.slice(area.length + 1).replace(/^\/(?:2|v2|helix|public\/v1)(?=\/)/, '');
    const request = { method, path, query: searchParams, headers, body };
    const whenRevoked = (externalId: string) => this.#callAfterRevocation(place, externalId);
    if (path.startsWith('/oauth/')) return answerOAuth({ ...place, app: this.#app, whenRevoked }, request);
    const secret = this.#app.clientSecret;
    const longLived = place.platform === 'INSTAGRAM' ? answerLongLived(request, { ...place, secret }) : undefined;
    return longLived ?? place.api.answer(request, place.world);
  }

  #picture(externalId: string, isFollowed: boolean): Answer {
    this.#count('pictures', externalId);
    const owners = [...this.places.values()].map(({ world }) => world.changeOf(externalId));
    return answerPicture(externalId, Object.assign({}, ...owners), { isFollowed, side: this.#pictureSide });
  }

  #control(
    method: string,
    [platform, what, handle]: readonly [string, string, string],
    body: string,
  ): Answer | Promise<Answer> {
    const place = this.places.get(platform);
    if (place === undefined) return nowhere;
    if (what === 'accounts') return this.#change(method, place, handle, body);
    if (what === 'sign-in') {
      const wanted = method === 'PUT' ? automaticSignIn.parse(JSON.parse(body)) : undefined;
      this.places.set(platform, { ...place, automatic: wanted });
      return json(200, wanted ?? null);
    }
    if (what === 'secrets') return json(200, [...place.desk.secrets]);
    if (what === 'webhook') {
      const wanted = method === 'PUT' ? webhook.parse(JSON.parse(body)) : undefined;
      this.places.set(platform, { ...place, webhook: wanted });
      return json(200, wanted ?? null);
    }
    const externalId = place.api.externalIdOf(handle);
    if (what === 'stories') return this.#endStories(place, externalId);
    if (what === 'deletions') return this.#requestDeletion(place, externalId);
    if (what !== 'grants') return nowhere;
    return method === 'DELETE' ? this.#endGrants(place, externalId) : json(200, place.desk.countOf(externalId));
  }

  /** Answers when the service has answered the call of the platform, with the statuses. */
  async #endGrants({ platform, desk, webhook }: Place, externalId: string): Promise<Answer> {
    desk.revokeAccount(externalId);
    if (webhook === undefined) return json(200, []);
    return json(200, await sendRevocation(platform, webhook, this.#ended(externalId)));
  }

  /** TikTok calls also when the application itself has ended the grant ("Webhook Events", reason 5). Nobody waits for the call. */
  #callAfterRevocation({ platform, webhook }: Place, externalId: string): void {
    if (platform !== 'TIKTOK' || webhook === undefined) return;
    sendRevocation(platform, webhook, this.#ended(externalId)).catch((error) => process.stderr.write(`${error}\n`));
  }

  /** A person wants the data deleted, which only Meta passes on. */
  async #requestDeletion({ webhook }: Place, externalId: string): Promise<Answer> {
    return webhook === undefined ? nowhere : json(200, await sendDeletion(webhook, this.#ended(externalId)));
  }

  /** Sends the last counts of the ended stories of an account that the application has subscribed, and gives the statuses of the answers. */
  async #endStories({ world, webhook }: Place, externalId: string): Promise<Answer> {
    const account = world.byId(externalId);
    if (webhook === undefined || account === undefined || !world.isSubscribed(externalId)) return json(200, []);
    return json(200, await sendCalls(webhook, storyCalls(account, this.#ended(externalId))));
  }

  #ended(externalId: string): EndedGrant {
    const { clientId, clientSecret: secret } = this.#app;
    return { externalId, secret, clientId, now: this.#clock.now() };
  }

  #change(method: string, { world }: Place, handle: string, body: string): Answer {
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

interface Place {
  readonly platform: Platform;
  readonly api: SimulatedPlatform;
  readonly desk: Desk;
  readonly world: World;
  readonly automatic: AutomaticSignIn | undefined;
  readonly webhook: Webhook | undefined;
}

const automaticSignIn = z.strictObject({
  handle: z.string(),
  denies: z.boolean().optional(),
  scopes: z.array(z.string()).optional(),
});

const nowhere = json(404, { message: 'The simulator has no such address.' });
