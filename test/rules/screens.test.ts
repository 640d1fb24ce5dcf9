import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chosen, nameOf } from '../../scripts/screens/chosen.ts';
import { linksOf } from '../../scripts/screens/session.ts';

const files = readdirSync('docs/screens');

test('docs/screens has the chosen pictures and no others', () => {
  expect(files.toSorted()).toEqual(chosen.map((name) => `${name}.webp`).toSorted());
});

test('the pictures are small: 100 kB each, and 1.2 MB in all', () => {
  const sizes = files.map((file) => statSync(`docs/screens/${file}`).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_200_000);
});

test('the README shows only pictures that exist', () => {
  const shown = Array.from(
    readFileSync('README.md', 'utf8').matchAll(/docs\/screens\/([\w-]+\.webp)/g),
    ([, at]) => at,
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(files).toEqual(expect.arrayContaining(shown));
});

test.each([
  ['advertiser', '/cabinet', 'advertiser-home-390-light'],
  ['advertiser', '/cabinet/work/:id', 'advertiser-work-id-390-light'],
  ['staff', '/cabinet/staff/disputes/:id', 'staff-disputes-id-390-light'],
])('a picture of %s at %s is named %s', (user, pattern, name) => {
  expect(nameOf(user, pattern, 390, 'light')).toBe(name);
});

test('the links of a page are its paths, without other sites, fragments and repetitions', () => {
  const html =
    '<a href="/a?b=1&amp;c=2">1</a><a class="x" href="/a?b=1&amp;c=2#d">2</a><a href="https://x.example/">3</a><a href="#e">4</a>';
  expect(linksOf(html)).toEqual(['/a?b=1&c=2']);
});
