import autocannon from 'autocannon';

export interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Throughput {
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
}

/** Sends requests to a server on loopback, one at a time on each connection. Every response must be a success. */
export async function runLoad({ url, requests, connections = 16, until }: Load): Promise<Throughput> {
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
  const failed = result.non2xx + result.errors;
  if (failed > 0)
    throw new Error(
      `${failed} of ${result.requests.total} requests to ${url} failed: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return { perSecond: (result.requests.total / (lastAt - startedAt)) * 1_000, medianMs: result.latency.p50 };
}

/**
 * Safe: without a callback autocannon returns its emitter, which is also a promise; its types declare only the promise.
 */
const instanceOf = (options: autocannon.Options) =>
  autocannon(options) as Promise<autocannon.Result> & Pick<autocannon.Instance, 'on'>;

/**
 * Runs several loads in rotation, so that a drift of the machine affects all of them, and returns the median of each.
 */
export async function inRotation<Name extends string>(
  rounds: number,
  loads: Readonly<Record<Name, () => Promise<Throughput>>>,
): Promise<Record<Name, Throughput>> {
  const names = Object.keys(loads) as Name[];
  const seen = new Map<Name, Throughput[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)?.push(await loads[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(seen.get(name) ?? [])])) as Record<Name, Throughput>;
}

const medianOf = (throughput: readonly Throughput[]): Throughput => ({
  perSecond: median(throughput.map(({ perSecond }) => perSecond)),
  medianMs: median(throughput.map(({ medianMs }) => medianMs)),
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
