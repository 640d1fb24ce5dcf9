import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Running, type Stoppable } from '../local/process/running.ts';
import { buildModules, localEntries, workerEntry } from '../local/workers/worker-modules.ts';
import { inWrapper, startAlone } from '../local/workers/worker-server.ts';
import type { BareBindings } from './bare-worker.ts';
import type { Bench } from './bench.ts';
import type { RecordedCall } from './recorder.ts';

export interface Bare extends Stoppable {
  readonly url: string;
}

interface BareOptions {
  /** The body of a response, and its headers. */
  page?: string;
  headers?: Record<string, string>;
  miss?: RecordedCall;
  cursor?: string;
}

const noCall: RecordedCall = { url: '', headers: {}, body: '' };

/** The bare routes, built and served like an edge function: in the wrapper of the local stack, on a socket of their own. */
export async function startBare(
  { stack }: Pick<Bench, 'stack'>,
  { page = '', headers = {}, miss = noCall, cursor = '' }: BareOptions,
): Promise<Bare> {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-bare-'));
  const running = new Running();
  running.keep({ stop: async () => rmSync(directory, { recursive: true }) });
  buildModules({ worker: 'scripts/bench/bare-worker.ts' }, path.join(directory, 'built'));
  const contents = readFileSync(path.join(directory, 'built', workerEntry), 'utf8');
  const own: Record<keyof BareBindings, unknown> = { PAGE: page, HEADERS: headers, MISS: miss, CURSOR: cursor };
  const local = { LOCAL_CONTROL_URL: stack.control.url, LOCAL_CONTROL_TOKEN: '-', LOCAL_QUEUES: '' };
  const worker = inWrapper('bare', [{ path: workerEntry, contents }], { ...own, ...local }, localEntries.machineTime);
  const url = await startAlone(running, worker, { storage: directory, log: () => undefined });
  return { url, stop: () => running.stop() };
}
