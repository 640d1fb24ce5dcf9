import autocannon from 'autocannon';

export interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a load saw. */
export interface Sent {
  readonly requests: number;
  readonly perSecond: number;
  readonly medianMs: number;
}

export interface Load {
  readonly url: string;
  /** Sent in rotation. */
  readonly requests: readonly LoadRequest[];
  readonly connections?: number;
  /** Each request once, or as many as possible in this time. */
  readonly until: 'all requests' | { readonly seconds: number };
  /** The status of every response: 200 to 299 by default. */
  readonly status?: 302 | 304;
}

/** Sends requests to a server on loopback, one at a time on each connection. Every response must have the status. */
export async function runLoad({ url, requests, connections = 16, until, status }: Load): Promise<Sent> {
  let next = 0;
  const startedAt = performance.now();
  let lastAt = startedAt;
  const running = instanceOf({
    url,
    connections,
    ...(until === 'all requests' ? { amount: requests.length } : { duration: until.seconds }),
    requests: [
      {
        setupRequest: (request) => {
          const own = requests[next++ % requests.length];
          return { ...request, ...own, headers: { ...request.headers, ...own?.headers } };
        },
      },
    ],
  });
  // autocannon itself checks the clock once a second.
  running.on('response', () => {
    lastAt = performance.now();
  });
  const result = await running;
  const right = status === undefined ? result['2xx'] : (result.statusCodeStats?.[`${status}`]?.count ?? 0);
  const failed = result.requests.total - right + result.errors;
  if (failed > 0)
    throw new Error(
      `${failed} of ${result.requests.total} requests to ${url} failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    requests: result.requests.total,
    perSecond: (result.requests.total / (lastAt - startedAt)) * 1_000,
    medianMs: result.latency.p50,
  };
}

/**
 * Safe: without a callback autocannon returns its emitter, which is also a promise; its types declare only the promise.
 */
const instanceOf = (options: autocannon.Options) =>
  autocannon(options) as Promise<autocannon.Result> & Pick<autocannon.Instance, 'on'>;
