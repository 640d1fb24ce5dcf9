import { Resolver } from 'node:dns/promises';
import * as z from 'zod';
import { type Answer, type Endpoint, json, type Request, startEndpoint } from './endpoint.ts';
import type { Waves } from './waves.ts';

export interface DnsOptions {
  /** Resolves unknown names with this machine's resolver; otherwise they do not exist. */
  asksTheWorld: boolean;
  waves: Waves;
}

/** The ordered records of a name; `status` is the DNS status (RFC 1035, 4.1.1). */
const zone = z.strictObject({
  A: z.array(z.string()).default([]),
  AAAA: z.array(z.string()).default([]),
  status: z.int().default(0),
});
type Zone = z.output<typeof zone>;

/**
 * Serves DNS over HTTPS as JSON at /dns-query. Hosts of example.com resolve to public addresses; PUT /names/{name}
 * {"A": […], "AAAA": […]} sets the records of other names.
 */
export async function startDnsEndpoint({ asksTheWorld, waves }: DnsOptions): Promise<Endpoint> {
  const ordered = new Map<string, Zone>();
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });

  async function addresses(name: string, type: 'A' | 'AAAA'): Promise<{ status: number; found: string[] }> {
    const known = ordered.get(name);
    if (known) return { status: known.status, found: known[type] };
    if (/(^|\.)example\.com$/.test(name) && !name.startsWith('nowhere.'))
      return { status: 0, found: type === 'A' ? ['93.184.215.14'] : [] };
    const found = asksTheWorld ? await resolver.resolve(name, type).catch(() => []) : [];
    return { status: found.length > 0 ? 0 : noSuchName, found: found.map(String) };
  }

  async function answer({ method, path, body }: Request): Promise<Answer> {
    const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
    const [area, name = ''] = pathname.split('/').filter(Boolean);
    if (area === 'names' && method === 'PUT') {
      ordered.set(name, zone.parse(JSON.parse(body)));
      return json(200, {});
    }
    const host = searchParams.get('name') ?? '';
    const type = searchParams.get('type') === 'AAAA' ? 'AAAA' : 'A';
    if (area !== 'dns-query' || host === '') return json(400, { error: 'GET /dns-query?name=…&type=A' });
    const { status, found } = await addresses(host, type);
    const records = found.map((data) => ({ name: host, type: type === 'A' ? 1 : 28, TTL: 60, data }));
    // An alias is first, as in a real answer with a CNAME.
    const alias = { name: host, type: 5, TTL: 60, data: `${host}.cdn.example.net.` };
    return json(200, { Status: status, TC: false, ...(found.length > 0 && { Answer: [alias, ...records] }) });
  }

  return startEndpoint({ handle: answer, waves, whenReset: async () => ordered.clear() });
}

const noSuchName = 3;
