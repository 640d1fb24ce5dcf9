import { type Answer, type Endpoint, json, type Request, startEndpoint } from './endpoint.ts';
import type { Waves } from './waves.ts';

/**
 * The EICAR test file (eicar.org), which every scanner reports as a virus. It is split, because this file would be one
 * otherwise.
 */
export const eicar = [String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$`, 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Serves the protocol of the virus scanner: reads the file at `url`, and finds the EICAR test virus anywhere in it. */
export function startVirusEndpoint(token: string, waves: Waves): Promise<Endpoint> {
  async function answer({ method, headers, body }: Request): Promise<Answer> {
    if (method !== 'POST') return json(405, { error: 'POST {"url": …}' });
    if (headers.authorization !== `Bearer ${token}`) return json(401, { error: 'wrong token' });
    const { url } = JSON.parse(body) as { url: string };
    const file = await fetch(url);
    if (!file.ok || file.body === null) return json(502, { error: `the file answered ${file.status}` });
    return json(200, { verdict: (await isInfected(file.body)) ? 'INFECTED' : 'CLEAN' });
  }
  return startEndpoint({ handle: answer, waves });
}

async function isInfected(bytes: ReadableStream<Uint8Array>): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const seen = Buffer.concat([before, chunk]);
    if (seen.includes(eicar)) return true;
    before = seen.subarray(-eicar.length);
  }
  return false;
}
