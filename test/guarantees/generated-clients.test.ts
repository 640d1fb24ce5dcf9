import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aWord, shelfOf } from '../api/catalog/shelf.ts';
import { areHere, folder, run } from '../support/clients.ts';
import { depth } from '../support/stack/depth.ts';
import { shared } from '../support/stack/shared.ts';

const made = fileURLToPath(new URL('../../dist/clients/', import.meta.url));
const document = '../../dist/assets/openapi.json';

/** At the quick depth only the first, which is the cheapest, with its types. The others read the same document. */
const generators: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['openapi-typescript', 'openapi-typescript/bin/cli.js', document, '-o', `${made}openapi-typescript.ts`],
  ['hey-api', '@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', `${made}hey-api`, '-c', '@hey-api/client-fetch'],
  ['orval', 'orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'],
];

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

describe.skipIf(!areHere)('clients generated from the document', () => {
  beforeAll(async () => {
    rmSync(made, { recursive: true, force: true });
    for (const [, script, ...args] of depth(generators.slice(0, 1), generators))
      await run(`node_modules/${script}`, ...args);
  });

  test('compile under strict, with a program that uses them', async () => {
    const project = depth('tsconfig.typed.json', 'tsconfig.json');
    expect(await run('../../node_modules/typescript/bin/tsc', '-p', project)).toBe('');
  });

  test('list creators and read the page of one', async () => {
    const topic = aWord();
    const { publicId } = await shelf.aCreator({ topics: [topic], channels: [{ platform: 'TWITCH', services: [{}] }] });
    const { readOffers } = await import(`${folder}${depth('typed-job.ts', 'job.ts')}`);
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
