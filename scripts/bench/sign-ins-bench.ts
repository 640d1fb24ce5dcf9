import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '../local/stack.ts';
import type { Bench } from './bench.ts';
import { fundedAdvertiser } from './orders.ts';
import type { Table } from './table.ts';
import { inRotation } from './throughput.ts';

const perSecond = 15;

/** Reads with a key, alone and during sign-ins that hash passwords: `auth` has its own process. */
export async function benchSignIns(bench: Bench): Promise<Table> {
  const { stack, rounds, seconds, measure } = bench;
  const { apiKey } = await fundedAdvertiser(bench.client);
  const reads = () =>
    measure({
      url: stack.urls.api,
      // One at a time, because latency is measured, not throughput.
      connections: 1,
      requests: [{ path: '/api/v1/public/wallet', headers: { 'x-api-key': apiKey } }],
      until: { seconds },
    });
  const { quiet, beside } = await inRotation(rounds, {
    quiet: reads,
    beside: () => besideSignIns(stack, reads),
  });
  const name = `read with a key, beside ${perSecond} sign-ins a second`;
  return {
    lines: [
      { name: 'read with a key', kind: 'floor', throughput: quiet },
      { name, throughput: beside },
    ],
    comparisons: [{ name: `${name}, to without sign-ins`, throughput: beside, to: quiet, target: 'rate >= 50 %' }],
  };
}

/** Sign-ins above the hashing rate of one core get 503 with Retry-After; any other failure ends the benchmark. */
async function besideSignIns<T>({ baseUrl, urls }: Stack, measure: () => Promise<T>): Promise<T> {
  const answers: Promise<number>[] = [];
  let isOver = false;
  const signingIn = (async () => {
    while (!isOver) {
      answers.push(signIn(urls.auth, baseUrl, answers.length));
      await sleep(1_000 / perSecond);
    }
  })();
  const measured = await measure();
  isOver = true;
  await signingIn;
  const wrong = (await Promise.all(answers)).filter((status) => status !== 401 && status !== 503);
  if (wrong.length > 0) throw new Error(`sign-ins got ${[...new Set(wrong)].join(', ')}`);
  return measured;
}

async function signIn(url: string, origin: string, n: number): Promise<number> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'cf-connecting-ip': `198.51.100.${1 + (n % 250)}` },
    body: JSON.stringify({ email: `nobody-${n}@castline.example`, password: 'wrong horse battery' }),
  });
  await answer.body?.cancel();
  return answer.status;
}
