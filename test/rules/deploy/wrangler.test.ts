import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { configFile } from '../../../scripts/deploy/configs.ts';
import { mustRun, wranglerOf } from '../../../scripts/deploy/wrangler.ts';
import { fakeAccount } from '../../support/fake-cloudflare.ts';

/** An executable that records its calls in the file. */
function executable() {
  const directory = mkdtempSync(path.join(tmpdir(), 'castline-fake-wrangler-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'account.json');
  writeFileSync(file, JSON.stringify(fakeAccount()));
  const program = fileURLToPath(new URL('../../support/fake-wrangler-program.ts', import.meta.url));
  const wrangler = wranglerOf([process.execPath, '--no-warnings', program, file]);
  return { wrangler, account: () => JSON.parse(readFileSync(file, 'utf8')) };
}

test('wrangler runs as an executable with its standard input, and its records name the uploaded version', () => {
  const { wrangler, account } = executable();
  const config = ['--config', configFile('staging', 'auth')];
  mustRun(wrangler, ['secret', 'bulk', ...config], '{"AUTH_SECRET":"hidden"}');
  expect(mustRun(wrangler, ['versions', 'upload', ...config]).records).toEqual([
    { type: 'version-upload', version_id: 'castline-staging-auth-v2' },
  ]);
  expect(account()).toMatchObject({
    secrets: { 'castline-staging-auth': { AUTH_SECRET: 'hidden' } },
    calls: ['secret bulk castline-staging-auth', 'versions upload castline-staging-auth'],
  });
});

test('a failed command of wrangler is named with its message and without its input', () => {
  const { wrangler } = executable();
  const run = () => mustRun(wrangler, ['queues', 'info', 'missing'], 'hidden');
  expect(run).toThrow('wrangler queues info missing failed:\nQueue "missing" does not exist.');
  expect(run).not.toThrow('hidden');
});
