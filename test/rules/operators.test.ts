import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crons } from '../../functions/schedule.ts';
import { settingNames } from '../../functions/settings/index.ts';
import { signInPages } from '../../functions/web/sign-in/pages.ts';
import { resourcesOf } from '../../scripts/deploy/resources.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const deploy = read('docs/deploy.md');
const changelog = read('CHANGELOG.md');
const { queues, buckets } = resourcesOf('production', 'https://castline.example');

test('the guide to deployment names every queue and bucket, and the changelog names each queue', () => {
  expect([queues.length, buckets.length]).toEqual([6, 2]);
  for (const name of [...queues, ...buckets.map((bucket) => bucket.name)]) expect(deploy).toContain(`\`${name}\``);
  for (const name of queues) expect(changelog).toContain(`\`${name.replace('production', '*')}\``);
});

test('the changelog names every cron expression', () => {
  expect(Object.keys(crons)).toHaveLength(3);
  for (const cron of Object.keys(crons)) expect(changelog).toContain(`\`${cron}\``);
});

test('the settings of windows, messages and measurements are in the table and in the changelog', () => {
  const names = settingNames().filter((name) =>
    /^(POST|WEBHOOK|DNS|MESSAGE|FIGURES)_|_WINDOW_HOURS$|^(DRAFT_TTL|LATE_|REMINDER|QUOTE_RETENTION)/.test(name),
  );
  expect(names.length).toBeGreaterThanOrEqual(14);
  for (const name of names) {
    expect(deploy).toContain(`| \`${name}\` |`);
    expect(changelog).toContain(`\`${name}\``);
  }
});

test('the WAF rule of the guide to deployment has every page that takes a password', () => {
  const link = { state: 'OPEN', isNewAddress: false, isProven: false, email: 'somebody@castline.example' } as const;
  const paths = Object.entries(signInPages)
    .filter(([, { show }]) =>
      show?.(new URLSearchParams({ token: 'of-an-email' }), null, link).includes('type="password"'),
    )
    .map(([path]) => path);
  const [, listed = ''] = /uri\.path in \{(.*?)\}/.exec(deploy) ?? [];
  expect([...listed.matchAll(/\\"(.*?)\\"/g)].map(([, path]) => path).sort()).toEqual(paths.sort());
});
