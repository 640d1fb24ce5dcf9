import * as z from 'zod';
import { type Answer, json } from '../../endpoint.ts';
import type { PlatformRequest, PlatformWorld } from '../simulated-platform.ts';

const wanted = z.object({ ids: z.array(z.string()).min(1).max(100) });

/** A provider of the saves that TikTok's own API does not tell: POST {"ids": […]} with a bearer key. */
export function answerSaves(
  { method, headers, body }: Pick<PlatformRequest, 'method' | 'headers' | 'body'>,
  key: string,
  world: Pick<PlatformWorld, 'post' | 'faultOf' | 'count'>,
): Answer | Promise<Answer> {
  if (headers.authorization !== `Bearer ${key}`) return json(401, { error: 'The key is wrong.' });
  if (method !== 'POST') return json(405, { error: 'Use POST.' });
  const ids = wanted.safeParse(parsed(body)).data?.ids;
  if (ids === undefined) return json(400, { error: 'Send {"ids": […]} with 1 to 100 ids.' });
  const found = ids.flatMap((id) => world.post(id) ?? []);
  const subject = found[0]?.account.externalId ?? '';
  world.count('saves', subject);
  const fault = world.faultOf(subject);
  if (fault === 'timeout') return new Promise(() => {});
  if (fault === '429') return json(429, { error: 'Too many requests.' });
  if (fault === '500') return json(500, { error: 'Internal error.' });
  if (fault === 'malformed') return json(200, { data: { saves: 1 } });
  // A post that hides its saves is missing.
  const data = found.flatMap(({ post: { id, counts } }) =>
    counts.saves === null ? [] : [{ id, saves: counts.saves }],
  );
  return json(200, { data: fault === 'id-order-shuffled' ? data.reverse() : data });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
