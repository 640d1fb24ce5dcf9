import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { chromiumPath } from './local/chromium.ts';
import type { Demo } from './local/demo.ts';
import { runAsCommand } from './local/process/command.ts';
import { outputOf } from './local/process/output-of.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { foundPages } from './screens/found-pages.ts';
import { runningDemo } from './screens/running-demo.ts';
import { signIn } from './screens/session.ts';

/** npx installs it: as a dependency of this package its 150 packages would be part of every `npm ci`. */
const lighthouse = 'lighthouse@13.5.0';
const least = 95;
/** Without SEO: the pages are `noindex`, so Lighthouse gives it at most 66. */
const categories = ['performance', 'accessibility', 'best-practices'] as const;
const patterns = [
  '/cabinet',
  '/cabinet/orders',
  '/cabinet/work/:id',
  '/cabinet/campaigns/:id',
  '/cabinet/factories/:id',
] as const;

const report = z.object({
  categories: z.record(z.string(), z.object({ score: z.number() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), numericValue: z.number().optional() }),
  ),
});

/**
 * `npm run lighthouse`: measures five pages of the cabinet with Lighthouse as the demo advertiser, on a phone and on a
 * desktop, and prints the scores. It fails when a score is below 95. `--url` names another address of the market.
 */
await runAsCommand(import.meta.url, async () => {
  const { values } = parseArgs({ options: { url: { type: 'string' } } });
  const demo = runningDemo();
  if (chromiumPath === undefined) throw new SetupProblem('No Chromium: install it, or set CHROMIUM_PATH.');
  process.env.CHROME_PATH = chromiumPath;
  const baseUrl = values.url ?? demo.baseUrl;
  const { cookie, pages } = await visitOf(baseUrl, demo);
  const below: string[] = [];
  console.log(`${'page'.padEnd(28)}screen   ${categories.join('  ')}  first paint  weight`);
  for (const pattern of patterns)
    for (const screen of ['phone', 'desktop'] as const) {
      const found = pages.get(pattern);
      if (found === undefined) throw new SetupProblem(`No link leads to a page ${pattern}.`);
      const { scores, text, faults } = measure(new URL(found, baseUrl).href, cookie, screen);
      console.log(`${found.padEnd(28)}${screen.padEnd(9)}${text}`);
      if (scores.every((score) => score >= least)) continue;
      below.push(`${found} (${screen})`);
      console.log(`  ${faults.join('\n  ')}`);
    }
  if (below.length > 0) throw new SetupProblem(`A score is below ${least}: ${below.join(', ')}.`);
});

async function visitOf(baseUrl: string, { advertiser }: Demo) {
  const session = await signIn(baseUrl, advertiser);
  return { cookie: session.cookie, pages: await foundPages(session) };
}

function measure(url: string, cookie: string, screen: 'phone' | 'desktop') {
  const folder = mkdtempSync(path.join(tmpdir(), 'castline-lighthouse-'));
  const file = path.join(folder, 'report.json');
  try {
    outputOf('npx', [
      ...['--yes', lighthouse, url, '--quiet', '--output=json', `--output-path=${file}`],
      ...[`--only-categories=${categories}`, `--extra-headers=${JSON.stringify({ cookie })}`],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      ...(screen === 'desktop' ? ['--preset=desktop'] : []),
    ]);
    const { categories: found, audits } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
    const scores = categories.map((name) => Math.round((found[name]?.score ?? Number.NaN) * 100));
    const paint = audits['first-contentful-paint']?.numericValue ?? Number.NaN;
    const weight = audits['total-byte-weight']?.numericValue ?? Number.NaN;
    const cells = categories.map((name, index) => String(scores[index]).padStart(name.length));
    return {
      scores,
      faults: Object.values(audits).flatMap(({ title, score }) => (score !== null && score < 0.9 ? [title] : [])),
      text: `${cells.join('  ')}  ${`${Math.round(paint)} ms`.padStart(11)}  ${Math.round(weight / 1000)} kB`,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
