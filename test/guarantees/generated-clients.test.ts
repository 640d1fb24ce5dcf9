import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aWord, shelfOf } from '../api/catalog/shelf.ts';
import { shared } from '../support/shared.ts';

const folder = fileURLToPath(new URL('../clients/', import.meta.url));
const made = fileURLToPath(new URL('../../dist/clients/', import.meta.url));
const document = '../../dist/assets/openapi.json';

const generators = [
  ['openapi-typescript', 'openapi-typescript/bin/cli.js', document, '-o', `${made}openapi-typescript.ts`],
  ['hey-api', '@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', `${made}hey-api`, '-c', '@hey-api/client-fetch'],
  ['orval', 'orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
] as const;

// "npm ci --prefix test/clients" installs them: 110 MB that nothing else needs.
const areHere = existsSync(`${folder}node_modules`);
if (!areHere && process.env.REQUIRE_CLIENTS) throw new Error('Run "npm ci --prefix test/clients" first.');

/** What a program prints, in a process of its own. */
async function run(script: string, ...args: string[]): Promise<string> {
  const failed = (error: { stdout?: string; stderr?: string }) =>
    Promise.reject(new Error(`${error.stdout}${error.stderr}`));
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder }).catch(failed);
  return stdout;
}

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

describe.skipIf(!areHere)('clients generated from the document', () => {
  beforeAll(async () => {
    rmSync(made, { recursive: true, force: true });
    for (const [, script, ...args] of generators) await run(`node_modules/${script}`, ...args);
  });

  test('compile under strict, with a program that uses all three', async () => {
    expect(await run('../../node_modules/typescript/bin/tsc', '-p', '.')).toBe('');
  });

  test('list creators and read the page of one', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [topic], channels: [{ platform: 'TWITCH', services: [{}] }] });
    const { readOffers } = await import(`${folder}job.ts`);
    expect(await readOffers(shared.baseUrl, { topic, sort: 'price' })).toEqual([
      {
        publicId,
        displayName: expect.any(String),
        usageTerms: expect.stringMatching(/./),
        price: { raw: expect.stringMatching(/^[0-9]+$/), currency: 'USDT', decimals: 6 },
      },
    ]);
  });
});
