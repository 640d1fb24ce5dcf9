import { randomUUID } from 'node:crypto';
import { Ratelimit } from '@upstash/ratelimit';
import { Redis } from '@upstash/redis';
import { mergeSketch } from '../functions/campaigns/tracking-links/sketches.ts';
import { deleteIfEqual } from '../functions/http/key-lease.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';

/** `npm run check-redis`: sends every command that the edge functions use to the Redis of UPSTASH_REDIS_REST_URL, and checks each answer. */
await runAsCommand(import.meta.url, async () => {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = process.env;
  if (!url || !token) throw new SetupProblem('Set UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN.');
  const redis = new Redis({ url, token, enableTelemetry: false, automaticDeserialization: false, retry: false });
  const key = `idempotency:check:${randomUUID()}`;
  const sketch = `clicks:check:${randomUUID()}`;
  const limiter = { redis, limiter: Ratelimit.slidingWindow(2, '60 s'), prefix: 'rate:check', timeout: 0 };
  const checks: [string, () => Promise<boolean>][] = [
    ['SET key value NX GET EX', async () => (await redis.set(key, 'a', { nx: true, get: true, ex: 60 })) === null],
    [
      'a second SET with NX and GET returns the first value',
      async () => (await redis.set(key, 'b', { nx: true, get: true })) === 'a',
    ],
    ['SET key value EX', async () => (await redis.set(key, 'c', { ex: 60 })) === 'OK'],
    ['EVAL with GET leaves another value', async () => (await redis.eval(deleteIfEqual, [key], ['b'])) === 0],
    ['EVAL with GET and DEL', async () => (await redis.eval(deleteIfEqual, [key], ['c'])) === 1],
    ['EVALSHA and EVAL with GET, INCRBY, PEXPIRE', async () => (await new Ratelimit(limiter).limit(key)).success],
    [
      'PFADD and EXPIRE',
      async () => (await redis.pfadd(sketch, 'a', 'b')) === 1 && (await redis.expire(sketch, 60)) === 1,
    ],
    [
      'EVAL with SET, PFMERGE, PFCOUNT and GET: a lost sketch is put back',
      async () => {
        const merge = (kept: string) =>
          redis.eval<string[], [number, string, string]>(mergeSketch, [sketch, `${sketch}:kept`], [kept, '60']);
        const [visitors, kept] = await merge('');
        await redis.del(sketch);
        await redis.pfadd(sketch, 'b', 'c');
        const [merged, , problem] = await merge(kept);
        return Number(visitors) === 2 && kept !== '' && Number(merged) === 3 && problem === '';
      },
    ],
  ];
  for (const [name, check] of checks) {
    const problem = await check().then(
      (isRight) => (isRight ? null : 'gave another answer than Redis 7'),
      (error: unknown) => String(error),
    );
    if (problem !== null) throw new SetupProblem(`${name}: ${problem}`);
    console.log(`ok  ${name}`);
  }
});
