import { setTimeout as sleep } from 'node:timers/promises';
import { livingRuntimes } from './runtime-process.ts';

/** Kills every workerd of this process at once, without a clean shutdown. Miniflare restarts them on their ports. */
export async function killRuntimes(baseUrl: string): Promise<void> {
  const killed = livingRuntimes();
  for (const runtime of killed) runtime.kill('SIGKILL');
  while (livingRuntimes().some((runtime) => killed.includes(runtime))) await sleep(10);
  await untilAnswering(baseUrl);
}

export async function untilAnswering(baseUrl: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${baseUrl}/robots.txt`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(50);
  }
}
