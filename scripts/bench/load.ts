import autocannon from 'autocannon';

export interface Shot {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Figures {
  readonly perSecond: number;
  readonly medianMs: number;
}

export interface Load {
  readonly url: string;
  /** The shots, used in rotation. */
  readonly shots: readonly Shot[];
  readonly connections?: number;
  /** Each shot once, or as many as fit into the seconds. */
  readonly until: 'all shots' | { readonly seconds: number };
}

/** Sends requests to a server on loopback, one at a time on each connection. Every answer must be a success. */
export async function fire({ url, shots, connections = 16, until }: Load): Promise<Figures> {
  let next = 0;
  const startedAt = performance.now();
  let lastAt = startedAt;
  const running = instanceOf({
    url,
    connections,
    ...(until === 'all shots' ? { amount: shots.length } : { duration: until.seconds }),
    requests: [
      {
        setupRequest: (request) => {
          const shot = shots[next++ % shots.length];
          return { ...request, ...shot, headers: { ...request.headers, ...shot?.headers } };
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
export async function inTurn<Name extends string>(
  rounds: number,
  loads: Readonly<Record<Name, () => Promise<Figures>>>,
): Promise<Record<Name, Figures>> {
  const names = Object.keys(loads) as Name[];
  const seen = new Map<Name, Figures[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)?.push(await loads[name]());
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(seen.get(name) ?? [])])) as Record<Name, Figures>;
}

const medianOf = (figures: readonly Figures[]): Figures => ({
  perSecond: median(figures.map(({ perSecond }) => perSecond)),
  medianMs: median(figures.map(({ medianMs }) => medianMs)),
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
