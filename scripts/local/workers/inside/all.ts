import api from './api/worker.js';
import auth from './auth/worker.js';
import guest from './guest/worker.js';
import jobs from './jobs/worker.js';
import { commandsPath } from './local-services.ts';
import { clock } from './stack-clock.ts';
import type { Execution } from './worker.js';
import { type Env, type Local, Neighbour, Wrapped } from './wrapped.ts';

/** The bindings of the Worker that runs all edge functions. */
interface Given extends Pick<Local, 'LOCAL_CONTROL_TOKEN' | 'PICTURES'> {
  readonly LOCAL_NETWORK: NonNullable<Local['LOCAL_NETWORK']>;
  /** The control answers with the settings of each edge function. */
  readonly LOCAL_SETTINGS_URL: string;
  readonly VERSION: unknown;
  readonly ASSETS: unknown;
}

type Settings = Readonly<Record<'guest' | 'auth' | 'api' | 'jobs', Omit<Local, 'LOCAL_NETWORK'>>>;

const wrapped = {
  guest: new Wrapped(guest, clock),
  auth: new Wrapped(auth, clock),
  api: new Wrapped(api, clock),
  jobs: new Wrapped(jobs, clock),
};
let env: Env | undefined;

/** All edge functions in one isolate, which starts sooner than four. Each keeps its own modules, settings and state. */
export default {
  async fetch(request: Request, given: Given, execution: Execution): Promise<Response> {
    const isToReadSettings = isSettingsCommand(request, given);
    if (env === undefined || isToReadSettings) env = environmentOf(given, await settingsFor(given));
    return isToReadSettings ? Response.json({}) : wrapped.guest.fetch(request, env, execution);
  },
};

/** The next file of tests that uses this stack may have other settings. */
const isSettingsCommand = ({ url, headers }: Request, { LOCAL_CONTROL_TOKEN }: Given): boolean =>
  url.endsWith(`${commandsPath}settings`) && headers.get('authorization') === LOCAL_CONTROL_TOKEN;

async function settingsFor({ LOCAL_NETWORK, LOCAL_SETTINGS_URL }: Given): Promise<Settings> {
  const answer = await LOCAL_NETWORK.fetch(LOCAL_SETTINGS_URL);
  return answer.json() as Promise<Settings>;
}

function environmentOf({ LOCAL_NETWORK, VERSION, PICTURES, ASSETS }: Given, settings: Settings): Env {
  const shared = { LOCAL_NETWORK, VERSION };
  const ofAuth = new Neighbour(wrapped.auth, { ...settings.auth, ...shared });
  return {
    ...{ ...settings.guest, ...shared, ASSETS, ...(PICTURES && { PICTURES }) },
    AUTH: ofAuth,
    API: new Neighbour(wrapped.api, { ...settings.api, ...shared, AUTH: ofAuth }),
    JOBS_FUNCTION: new Neighbour(wrapped.jobs, { ...settings.jobs, ...shared }),
  };
}
