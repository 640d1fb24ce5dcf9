import { randomBytes } from 'node:crypto';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDemo } from '../local/demo.ts';
import { projectRoot } from '../local/process/project-root.ts';
import type { Running } from '../local/process/running.ts';
import { SetupProblem } from '../local/process/setup-problem.ts';
import { demoFile, seedOnce } from '../local/seed-once.ts';
import { sendControl } from '../local/send-control.ts';
import { creators } from '../seed/creators.ts';
import type { DevStack } from './start.ts';

/**
 * Uses a running `npm run dev` as a developer does: seeds, reads pages and operations of each edge function, moves the clock, runs a cron,
 * and edits a page until the edit is served. Prints what it saw, and throws at the first fault.
 */
export async function checkDev(running: Running, dev: DevStack, startedAt: number): Promise<void> {
  const seconds = () => ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`check  ready after ${seconds()} s`);
  // A part of the market: the whole one has a history of six weeks.
  await seedOnce(dev, creators.slice(0, 2));
  console.log(`check  seeded after ${seconds()} s`);
  const demo = readDemo(demoFile(dev.dataDir));
  if (demo === undefined) throw new SetupProblem('The seed has stored no demo.json.');
  const keyed = { 'x-api-key': demo.advertiser.apiKey };
  const read = (address: string, headers = {}) => readAddress(dev.baseUrl, address, headers);
  const creatorPage = /href="(\/creators\/[^"?/]+)"/.exec((await read('/creators')).text)?.[1];
  if (creatorPage === undefined) throw new SetupProblem('/creators has no link to a creator.');
  for (const address of [creatorPage, '/cabinet', '/sign-in', '/docs', '/api/v1/dictionaries', '/api/auth/jwks'])
    await read(address);
  await read('/api/v1/public/wallet', keyed);
  const { control } = dev;
  for (const [command, body] of commands) {
    await sendControl(control.url, 'POST', command, body);
    console.log(`check  POST ${command} ${JSON.stringify(body)}`);
  }
  await read('/api/v1/public/wallet', keyed);
  await editPage(running, dev);
  console.log(`check  passed after ${seconds()} s`);
}

const commands: readonly (readonly [string, object])[] = [
  ['/clock', { onMs: 3_600_000 }],
  ['/cron', { cron: '*/5 * * * *' }],
];

async function readAddress(baseUrl: string, address: string, headers: Record<string, string>) {
  const answer = await fetch(baseUrl + address, { headers, redirect: 'manual' });
  const text = await answer.text();
  console.log(`check  GET ${address}  ${answer.status}`);
  if (answer.status >= 400) throw new SetupProblem(`${address} answers ${answer.status}: ${text.slice(0, 500)}`);
  return { status: answer.status, text };
}

/** The page that is edited, and a text that it shows at /creators. Only `guest` contains it. */
const page = path.join(projectRoot, 'functions/web/site/catalog-page.tsx');
const heading = 'Find a creator for your next campaign';

/** Changes a text of the page, waits until it is served, and restores the file, also after a failure or a signal. */
async function editPage(running: Running, { baseUrl, wrangler }: DevStack): Promise<void> {
  const source = readFileSync(page, 'utf8');
  if (!source.includes(heading)) throw new SetupProblem(`${page} does not contain "${heading}". Restore the file.`);
  const edited = `${heading} ${randomBytes(4).toString('hex')}`;
  const { atime, mtime } = statSync(page);
  const restore = running.keep({
    async stop() {
      writeFileSync(page, source);
      utimesSync(page, atime, mtime); // otherwise the next "npm start" would build everything again
    },
  });
  let built: Readonly<Record<string, string>> = {};
  wrangler.whenBuilt((states) => {
    built = states;
  });
  try {
    const editedAt = performance.now();
    writeFileSync(page, source.replace(heading, edited));
    while (!(await textAt(`${baseUrl}/creators`)).includes(edited)) {
      if (performance.now() - editedAt > editLimitMs)
        throw new SetupProblem('The changed text of a page is not served.');
      await sleep(100);
    }
    console.log(`check  the changed text is served after ${((performance.now() - editedAt) / 1_000).toFixed(1)} s`);
    const early = Object.keys(built).filter((name) => built[name] === 'unchanged');
    console.log(`check  ${early.length} of ${Object.keys(built).length} builds ended early: ${early.join(', ')}`);
    if (early.length !== 3) throw new SetupProblem('A page of guest must build guest alone.');
  } finally {
    await restore.stop();
  }
}

/** Empty while the function is loaded again. */
const textAt = (url: string): Promise<string> =>
  fetch(url).then(
    (answer) => answer.text(),
    () => '',
  );

const editLimitMs = 30_000;
