import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { freePort } from '../local/process/free-port.ts';
import { buildModules } from '../local/workers/worker-modules.ts';
import type { BareBindings } from './bare-worker.ts';
import type { LoadRequest } from './load.ts';
import type { Bench } from './table.ts';

export interface Bare {
  /** The body of /page. */
  readonly page?: string;
  /** The Postgres request of /sql. */
  readonly sql: LoadRequest;
}

/** The bare routes, built and served like the service, with the same Postgres and Redis. */
export async function startBare(
  { stack, neonUrl }: Pick<Bench, 'stack' | 'neonUrl'>,
  { page = '', sql }: Bare,
): Promise<{ url: string; stop(): Promise<void> }> {
  const outdir = mkdtempSync(path.join(tmpdir(), 'castline-bare-'));
  buildModules({ 'bare-worker': 'scripts/bench/bare-worker.ts' }, outdir);
  const contents = readFileSync(path.join(outdir, 'bare-worker.js'), 'utf8');
  rmSync(outdir, { recursive: true });
  const port = await freePort();
  const bindings: BareBindings & Record<string, string | Record<string, string>> = {
    PAGE: page,
    NEON_URL: `${neonUrl}/sql`,
    NEON_HEADERS: { ...sql.headers },
    SQL: sql.body ?? '',
    REDIS_URL: stack.bindings.api.UPSTASH_REDIS_REST_URL ?? '',
    REDIS_TOKEN: stack.bindings.api.UPSTASH_REDIS_REST_TOKEN ?? '',
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.WARN),
      workers: [
        {
          name: 'bare',
          compatibilityDate: '2026-10-20',
          compatibilityFlags: ['nodejs_compat'],
          modules: [{ type: 'ESModule', path: 'bare-worker.js', contents }],
          bindings,
        },
      ],
    }),
  );
  await miniflare.ready;
  return { url: `http://127.0.0.1:${port}`, stop: () => miniflare.dispose() };
}
