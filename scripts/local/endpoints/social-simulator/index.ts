import type { LocalClock } from '../../clock.ts';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from '../endpoint.ts';
import { change, Library } from './library.ts';
import { answerPicture, pictureUrl } from './pictures.ts';
import { answerList, problem } from './youtube.ts';

export interface SocialSimulatorOptions {
  /** The accepted API key. */
  youtubeKey: string;
  clock: Pick<LocalClock, 'now'>;
}

/** Simulates the official APIs of the platforms, which need real accounts and keys. */
export async function startSocialSimulator({ youtubeKey, clock }: SocialSimulatorOptions): Promise<Endpoint> {
  const simulator = new Simulator(youtubeKey, new Library(clock));
  const endpoint = await startEndpoint({ handle: async (request) => simulator.answer(request) });
  simulator.origin = endpoint.url;
  return endpoint;
}

/**
 * Serves YouTube's API under /youtube/v3, the pictures under /pictures, and the controls under /simulator: the state of
 * a channel (PUT, GET, DELETE /simulator/channels/{handle}), and the received calls (GET, DELETE /simulator/calls).
 */
class Simulator {
  origin = 'http://127.0.0.1';
  readonly #youtubeKey: string;
  readonly #library: Library;
  readonly #calls = new Map<string, number>();

  constructor(youtubeKey: string, library: Library) {
    this.#youtubeKey = youtubeKey;
    this.#library = library;
  }

  answer({ method, path, headers, body }: Request): Answer | Promise<Answer> {
    const { pathname, searchParams } = new URL(path, this.origin);
    const [area, first = '', second = ''] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
    if (area === 'simulator' && first === 'calls') return this.#callCounts(method);
    if (area === 'simulator' && first === 'channels') return this.#change(method, second.toLowerCase(), body);
    if (method !== 'GET') return problem(404, 'notFound', 'Not Found', 'global');
    if (area === 'pictures') {
      this.#count('pictures', first);
      return answerPicture(first, this.#library.changeOf(first), searchParams.has('followed'));
    }
    if (area !== 'youtube' || first !== 'v3') return problem(404, 'notFound', 'Not Found', 'global');
    return this.#youtube(second, searchParams, headers['x-goog-api-key'] ?? searchParams.get('key'));
  }

  #youtube(resource: string, query: URLSearchParams, key: unknown): Answer | Promise<Answer> {
    if (key === null) return problem(403, 'forbidden', "Method doesn't allow unregistered callers.", 'global');
    if (key !== this.#youtubeKey)
      return problem(400, 'badRequest', 'API key not valid. Please pass a valid API key.', 'usageLimits');
    const subject = this.#library.subjectOf(query);
    this.#count(resource, subject);
    const { fails } = this.#library.changeOf(subject);
    if (fails === 'timeout') return new Promise(() => {});
    if (fails === 'malformed')
      return { status: 200, body: '{"kind":"youtube#channelListResponse","items":[{"id":7}]}' };
    if (fails === '500') return problem(500, 'backendError', 'Backend Error', 'global');
    if (fails === 'quota') return problem(403, 'quotaExceeded', overQuota, 'youtube.quota');
    return answerList(resource, query, this.#library, ({ externalId }) =>
      pictureUrl(this.origin, externalId, this.#library.changeOf(externalId)),
    );
  }

  #change(method: string, handle: string, body: string): Answer {
    if (method === 'DELETE') this.#library.forget(handle);
    if (method !== 'PUT') return json(200, this.#library.byHandle(handle) ?? null);
    const wanted = change.safeParse(JSON.parse(body));
    if (!wanted.success) return json(400, { message: wanted.error.message });
    this.#library.change(handle, wanted.data);
    return json(200, this.#library.byHandle(handle) ?? null);
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

const overQuota =
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';
