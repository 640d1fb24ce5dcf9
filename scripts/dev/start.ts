import path from 'node:path';
import { startControl } from '../local/control.ts';
import type { Environment } from '../local/external-services.ts';
import type { Running } from '../local/process/running.ts';
import { keepAddresses } from '../local/running-stack.ts';
import { startServices } from '../local/services.ts';
import type { Stack } from '../local/stack.ts';
import { lineFormat } from '../local/workers/worker-lines.ts';
import { startWranglerDev, type WranglerDev } from '../local/workers/wrangler-dev.ts';

interface DevOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly environment: Environment;
  readonly clockStartsMs: number;
  /** The data folder is removed when everything stops. */
  readonly isTemporary?: boolean;
}

/** The local stack under `wrangler dev`. */
export interface DevStack extends Pick<Stack, 'dataDir' | 'baseUrl' | 'bindings' | 'services' | 'control'> {
  readonly wrangler: WranglerDev;
}

export async function startDev(parts: Running, options: DevOptions): Promise<DevStack> {
  const { port, dataDir, environment, clockStartsMs, isTemporary = false } = options;
  const services = parts.keep(await startServices({ dataDir, environment, clockStartsMs, throwaway: isTemporary }));
  const baseUrl = `http://127.0.0.1:${port}`;
  const control = parts.keep(await startControl(services));
  const bindings = services.bindings(baseUrl);
  const local = control.serve(baseUrl, { hasRequestLines: true });
  const storage = path.join(dataDir, 'wrangler');
  const format = lineFormat(environment);
  const wrangler = parts.keep(await startWranglerDev({ port, bindings, local, storage, format }));
  const dev = { dataDir, baseUrl, bindings, services, control, wrangler };
  parts.keep(keepAddresses(dev));
  return dev;
}
