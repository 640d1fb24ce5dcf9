import { afterEach, expect, test, vi } from 'vitest';
import { readPosts } from '../../../functions/metrics/measurement/measure-posts.ts';
import type { Reading } from '../../../functions/platform/social/social-platform.ts';
import { keyedYoutube } from '../../support/social/keyed-youtube.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('posts without a reading are logged with their platform and their number, and not with their ids', async () => {
  const logged: unknown[] = [];
  vi.spyOn(console, 'warn').mockImplementation((line) => logged.push(line));
  const posts = async () => new Map<string, Reading>([['a', 'PRIVATE']]);
  const adapter = { ...keyedYoutube('http://127.0.0.1', 'a-key'), posts };
  const read = (ids: readonly string[]) => readPosts(adapter, 'APP', { platform: 'YOUTUBE', ids });
  expect([...(await read(['a'])).keys()]).toEqual(['a']);
  expect(logged).toEqual([]);
  expect([...(await read(['a', 'b', 'c', 'b'])).keys()]).toEqual(['a']);
  expect(logged.map((line) => JSON.parse(String(line)))).toEqual([
    { level: 'warn', event: 'posts.unread', platform: 'YOUTUBE', count: 2 },
  ]);
});
