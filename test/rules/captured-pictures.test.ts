import { expect, test } from 'vitest';
import { captured } from '../../scripts/screens/capture.ts';

const failing = (times: number) => {
  let calls = 0;
  const capture = async () => {
    calls += 1;
    if (calls <= times) throw new Error('Unable to capture screenshot');
    return 'a picture';
  };
  return { capture, calls: () => calls };
};

test.each([0, 1, 4])('a picture whose capture fails %i times is taken', async (times) => {
  const { capture, calls } = failing(times);
  expect(await captured(capture, 0)).toBe('a picture');
  expect(calls()).toBe(times + 1);
});

test('a picture whose capture fails five times is not tried again', async () => {
  const { capture, calls } = failing(5);
  await expect(captured(capture, 0)).rejects.toThrow('Unable to capture screenshot');
  expect(calls()).toBe(5);
});
