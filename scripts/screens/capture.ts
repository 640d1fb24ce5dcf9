import { setTimeout } from 'node:timers/promises';

const tries = 5;

/** Takes a picture. Chromium can fail to capture a page while the machine is busy, so a failure is tried again after a while. */
export async function captured<Picture>(capture: () => Promise<Picture>, pauseMs = 1_000): Promise<Picture> {
  for (let failed = 1; failed < tries; failed++) {
    try {
      return await capture();
    } catch {
      await setTimeout(failed * pauseMs);
    }
  }
  return capture();
}
