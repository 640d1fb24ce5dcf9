import type { Reply } from '../client.ts';
import { dataOf } from './campaigns.ts';
import type { Person } from './people.ts';

export interface SharedReport {
  readonly link: Reply['body'];
  readonly secret: string;
  /** Of the JSON. */
  readonly path: string;
}

/** Share links of factories, made through the API. */
export function shareLinksOf(baseUrl: string) {
  const linksAt = (factoryId: number) => `/factories/${factoryId}/share-links`;

  async function share(owner: Person, factoryId: number, body: object = {}): Promise<SharedReport> {
    const link = dataOf(await owner.api.post(linksAt(factoryId), body), 201);
    const secret = String(link.sharePath).slice('/reports/'.length);
    return { link, secret, path: `/api/v1/factory-reports/${secret}` };
  }

  /** Reads a path as a reader without an account. Each address has its own limits. */
  const read = (path: string, address = anAddress(), headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${baseUrl}${path}`, { redirect: 'manual', headers: { 'cf-connecting-ip': address, ...headers } });

  const linksIn = async (owner: Person, factoryId: number, query = ''): Promise<Reply['body']> =>
    (await owner.keyed.get(`${linksAt(factoryId)}${query}`)).body;

  return { linksAt, share, read, linksIn };
}

let addresses = 0;

/** An address that no other request of this file has. */
export const anAddress = (): string => {
  addresses++;
  return `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
};
