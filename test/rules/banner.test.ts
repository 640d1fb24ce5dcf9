import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bannerOf } from '../../scripts/local/banner.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'castline-banner-'));
const baseUrl = 'http://127.0.0.1:8800';
const account = (name: string) => ({ email: `${name}@castline.example`, password: `demo-${name}-password` });
const demo = {
  ...{ baseUrl, docsUrl: `${baseUrl}/docs`, staff: account('staff') },
  advertiser: { ...account('advertiser'), apiKey: 'castline_live_a.1' },
  creator: { ...account('creator'), apiKey: 'castline_live_c.1' },
};

test('the banner of npm start shows the market first, then the sign-in, the docs and the demo accounts, in lines that fit a terminal', () => {
  writeFileSync(path.join(folder, 'demo.json'), JSON.stringify(demo));
  const lines = bannerOf({ baseUrl, dataDir: folder, mailDir: '/mail', socialUrl: undefined }).split('\n');
  rmSync(folder, { recursive: true });
  const values = lines.filter((line) => line !== '').map((line) => line.trim().split(/ {2,}/).at(-1));
  expect(values.slice(0, 8)).toEqual([
    ...[
      `${baseUrl}/creators`,
      `${baseUrl}/sign-in`,
      `${baseUrl}/docs`,
      demo.advertiser.password,
      demo.advertiser.apiKey,
    ],
    ...[demo.creator.password, demo.creator.apiKey, demo.staff.password],
  ]);
  expect(lines.length).toBeLessThan(24);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
});
