import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { quietWrangler, wranglerCli } from '../local/bundle.ts';
import { freePort } from '../local/free-port.ts';
import type { Shot } from './load.ts';

/** The bare routes, built and served as the service is. */
export async function startBare(
  page: string,
  neonUrl: string,
  sql: Shot,
): Promise<{ url: string; stop(): Promise<void> }> {
  const outdir = mkdtempSync(path.join(tmpdir(), 'castline-bare-'));
  const entry = fileURLToPath(new URL('./bare-worker.ts', import.meta.url));
  const built = spawnSync(
    process.execPath,
    ['--no-warnings', wranglerCli(), 'deploy', entry, '--dry-run', '--minify', '--outdir', outdir],
    {
      env: { ...process.env, ...quietWrangler },
      encoding: 'utf8',
    },
  );
  if (built.status !== 0) throw new Error(built.stderr);
  const contents = readFileSync(path.join(outdir, 'bare-worker.js'), 'utf8');
  const port = await freePort();
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
          bindings: { PAGE: page, NEON_URL: `${neonUrl}/sql`, NEON_HEADERS: { ...sql.headers }, SQL: sql.body ?? '' },
        },
      ],
    }),
  );
  await miniflare.ready;
  return { url: `http://127.0.0.1:${port}`, stop: () => miniflare.dispose() };
}
