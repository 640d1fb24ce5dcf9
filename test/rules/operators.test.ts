import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crons } from '../../functions/schedule.ts';
import { settingNames } from '../../functions/settings/index.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const wrangler = read('wrangler.toml');
const deploy = read('docs/deploy.md');
const changelog = read('CHANGELOG.md');
const queues = [...new Set(wrangler.match(/castline-[a-z-]+-production(?:-dead)?(?=")/g))].filter(
  (name) => !name.startsWith('castline-files'),
);

test('whoever deploys is told of every queue that must be there before', () => {
  expect(queues.length).toBeGreaterThanOrEqual(5);
  for (const name of queues) {
    expect(deploy).toContain(`npx wrangler queues create ${name}\n`);
    expect(changelog).toContain(`\`${name.replace('production', '*')}\``);
  }
});

test('whoever deploys is told of every cron expression', () => {
  expect(Object.keys(crons)).toHaveLength(3);
  for (const cron of Object.keys(crons)) expect(changelog).toContain(`\`${cron}\``);
});

test('every setting of a window, of messages and of measuring stands in the table and in the changelog', () => {
  const names = settingNames().filter((name) =>
    /^(POST|WEBHOOK|DNS|MESSAGE|FIGURES)_|_WINDOW_HOURS$|^(DRAFT_TTL|LATE_|REMINDER|QUOTE_RETENTION)/.test(name),
  );
  expect(names.length).toBeGreaterThanOrEqual(14);
  for (const name of names) {
    expect(deploy).toContain(`| \`${name}\` |`);
    expect(changelog).toContain(`\`${name}\``);
  }
});
