import * as z from 'zod';
import { lazy } from '../../schema/shared/lazy.ts';
import type { CommonSettings } from '../settings/index.ts';

const timeoutMs = 3_000;

/** The resolver did not answer, or its answer is unusable: the name's addresses are unknown. */
export class ResolverSilent extends Error {}

/** All IPv4 and IPv6 addresses of a name; none when it does not exist. Uses DNS over HTTPS in the JSON format of Cloudflare and Google. */
export async function addressesOf({ DNS_RESOLVER_URL }: CommonSettings, name: string): Promise<string[]> {
  const found = await Promise.all(['A', 'AAAA'].map((type) => query(DNS_RESOLVER_URL, name, type)));
  return found.flat();
}

async function query(resolver: string, name: string, type: string): Promise<string[]> {
  const url = new URL(resolver);
  url.searchParams.set('name', name);
  url.searchParams.set('type', type);
  const { Status, Answer } = await fetchAnswer(url);
  if (Status !== noError && Status !== noSuchName) throw new ResolverSilent(`DNS answers ${Status}`);
  // The answer also contains the chain of aliases.
  return Answer.flatMap((record) => (addressTypes.has(record.type) ? [record.data] : []));
}

async function fetchAnswer(url: URL): Promise<z.output<ReturnType<typeof answered>>> {
  try {
    const answer = await fetch(url, {
      headers: { accept: 'application/dns-json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) return answered().parse(await answer.json());
    await answer.body?.cancel();
    throw new Error(`HTTP ${answer.status}`);
  } catch (error) {
    throw new ResolverSilent(String(error));
  }
}

const answered = lazy(() =>
  z.object({
    Status: z.int(),
    Answer: z.array(z.object({ type: z.int(), data: z.string() })).default([]),
  }),
);

// RFC 1035, 4.1.1 and 3.2.2; RFC 3596.
const noError = 0;
const noSuchName = 3;
const addressTypes = new Set([1, 28]);
