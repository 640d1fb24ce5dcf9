import api from './api/worker.js';
import auth from './auth/worker.js';
import guest from './guest/worker.js';
import jobs from './jobs/worker.js';
import { clock } from './stack-clock.ts';
import type { Execution } from './worker.js';
import { type Env, type Local, Neighbour, Wrapped } from './wrapped.ts';

/** The bindings of the Worker that runs all edge functions. */
interface Given extends Pick<Local, 'PICTURES'> {
  readonly LOCAL_NETWORK: NonNullable<Local['LOCAL_NETWORK']>;
  /** The settings of each edge function. */
  readonly FUNCTIONS: Readonly<Record<'guest' | 'auth' | 'api' | 'jobs', Omit<Local, 'LOCAL_NETWORK'>>>;
  readonly VERSION: unknown;
  readonly ASSETS: unknown;
}

const wrapped = new Wrapped(guest, clock);
let known: { given: Given; env: Env } | undefined;

/** All edge functions in one isolate, which starts sooner than four. Each keeps its own modules, settings and state. */
export default {
  fetch(request: Request, given: Given, execution: Execution): Promise<Response> {
    if (known?.given !== given) known = { given, env: environmentOf(given) };
    return wrapped.fetch(request, known.env, execution);
  },
};

function environmentOf({ FUNCTIONS, LOCAL_NETWORK, VERSION, ...ofGuest }: Given): Env {
  const shared = { LOCAL_NETWORK, VERSION };
  const ofAuth = new Neighbour(new Wrapped(auth, clock), { ...FUNCTIONS.auth, ...shared });
  return {
    ...{ ...FUNCTIONS.guest, ...shared, ...ofGuest },
    AUTH: ofAuth,
    API: new Neighbour(new Wrapped(api, clock), { ...FUNCTIONS.api, ...shared, AUTH: ofAuth }),
    JOBS_FUNCTION: new Neighbour(new Wrapped(jobs, clock), { ...FUNCTIONS.jobs, ...shared }),
  };
}
