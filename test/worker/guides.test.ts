import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocks } from '../../scripts/guides/blocks.ts';
import { runBlocks } from '../../scripts/guides/not-run.ts';
import { runGuide } from '../../scripts/guides/run-guide.ts';
import { lineFormat } from '../../scripts/local/workers/worker-lines.ts';
import { creators } from '../../scripts/seed/creators.ts';
import { seed } from '../../scripts/seed.ts';
import { type QuickNode, quickNode } from '../support/quick-node.ts';
import { isFullDepth } from '../support/stack/depth.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'castline-guides-'));
afterAll(() => rmSync(folder, { recursive: true }));

let stack: OwnStack;
/** Another data folder and a random port: the guides must not depend on those of `npm start`. */
ownMarket(
  async (own) => {
    stack = own.stack;
    const { baseUrl, adminDatabaseUrl, controlUrl, socialUrl } = stack;
    const target = { baseUrl, adminDatabaseUrl, controlUrl, socialUrl };
    const sellers = creators.slice(0, 3);
    writeFileSync(path.join(folder, 'demo.json'), JSON.stringify(await seed(target, sellers)));
    const { process: _, stop: __, ...addresses } = stack;
    writeFileSync(path.join(folder, 'running.json'), JSON.stringify({ pid: process.pid, ...addresses }));
  },
  { hasRequestLines: true },
);

/** At full depth the commands start npm and Node, as those of a reader do. */
let quick: QuickNode | undefined;
beforeAll(async () => {
  if (!isFullDepth) quick = await quickNode();
});
afterAll(() => quick?.close());

const environment = () => ({
  DATA_DIR: folder,
  PORT: new URL(stack.baseUrl).port,
  UPSTASH_REDIS_REST_URL: stack.upstashUrl,
  UPSTASH_REDIS_REST_TOKEN: stack.upstashToken,
});

describe('the commands of the guides', () => {
  test.each<[file: string, requests: number, printed?: readonly string[]]>([
    ['docs/creators.md', 12],
    ['docs/accounts.md', 14],
    ['docs/placements.md', 40],
    ['docs/webhooks.md', 2],
    ['docs/deploy.md', 0],
    [
      'docs/campaigns.md',
      110,
      [
        'BUDGET_EXHAUSTED',
        "raw: '157500000'",
        'CAMPAIGN_REFUND',
        'limited by: BUDGET',
        '(WITHHELD)',
        'VERIFIED',
        '18400',
      ],
    ],
    [
      'docs/factories.md',
      60,
      ['measuredPosts: 3, totalPosts: 4', '(HIDDEN)', 'VIEWS_FELL', 'hides views,likes', 'PURCHASE', 'MANUAL'],
    ],
    ['README.md', 8],
  ])('run on another port and data folder without a refused request: %s', async (file, max, printed = []) => {
    const { exitCode, output, requests } = await runGuide(
      runBlocks.filter((block) => block.file === file),
      environment(),
      quick ? [quick.definition] : [],
    );
    expect(exitCode, output).toBe(0);
    if (file === 'README.md') expectDemo(output);
    expect(requests.filter((request) => !/^2/.test(request))).toEqual([]);
    expect(requests.length).toBeGreaterThanOrEqual(max);
    for (const text of printed) expect(output).toContain(text);
  });

  test('are in no other guide', () => {
    expect([...new Set(runBlocks.map(({ file }) => file))]).toHaveLength(8);
  });
});

/** The demo prints each of its five steps with its request, success and effect. */
function expectDemo(output: string): void {
  expect(output.match(/^\d\. (?:GET|POST) .*/gm)?.map((line) => line.slice(0, 3))).toEqual([
    '1. ',
    '2. ',
    '3. ',
    '4. ',
    '5. ',
  ]);
  expect(output.match(/^ {3}<- 20[01] /gm)).toHaveLength(5);
  expect(output.match(/^ {3}=> .*\.$/gm)).toHaveLength(5);
}

test('the shell sample computes the signature that the Standard Webhooks library expects', async () => {
  const [sample] = runBlocks.filter(({ text }) => text.includes('openssl dgst'));
  if (!sample) throw new Error('docs/webhooks.md has no sample for a shell');
  const { output } = await runGuide([sample], environment());
  const [, secret = ''] = /SECRET=(\S+)/.exec(sample.text) ?? [];
  const [, body = ''] = /printf %s '(.+)' >/.exec(sample.text) ?? [];
  expect(`v1,${output.trim()}`).toBe(new Webhook(secret).sign('msg_4711', new Date(1_798_222_201_000), body));
});

test('the SQL of the guides runs on the migrated database', async () => {
  const statements = blocks.filter(({ language }) => language === 'sql');
  expect(statements.length).toBeGreaterThan(0);
  const client = new pg.Client({ connectionString: stack.adminDatabaseUrl });
  await client.connect();
  for (const { text } of statements) await client.query(text);
  await client.end();
});

test('the local log prints each request as one line with its path and without its query, also for cache hits', async () => {
  const before = readFileSync(stack.logFile, 'utf8').length;
  for (const _ of ['first', 'from the cache']) await (await fetch(`${stack.baseUrl}/creators?topic=secret`)).text();
  // Other jobs of the guides can log at the same time.
  const printed = () =>
    (
      readFileSync(stack.logFile, 'utf8')
        .slice(before)
        .match(/^\{.*\}$/gm) ?? []
    )
      .map(lineFormat({}))
      .filter((line) => line?.startsWith('GET'));
  await expect.poll(printed).toHaveLength(2);
  for (const line of printed()) expect(line).toMatch(/^GET {4}\/creators {2}200 {2}\d+ ms$/);
});
