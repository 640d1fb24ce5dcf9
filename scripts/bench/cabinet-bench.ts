import { randomBytes } from 'node:crypto';
import { apiOf } from '../seed/api.ts';
import { assignmentParties, fundedAssignments } from './assignments.ts';
import type { Bench } from './bench.ts';
import type { LoadRequest } from './load.ts';
import { fund, keyOf } from './orders.ts';
import type { Table } from './table.ts';
import { inRotation, inSequence, type Throughput } from './throughput.ts';

const assignments = 40;

/** Pages of the cabinet, each to the JSON of the operations that it reads. */
export async function benchCabinet(bench: Bench): Promise<Table> {
  const person = await signedUp(bench);
  const parties = await assignmentParties(bench.client, person);
  const [work] = await fundedAssignments(bench.stack.baseUrl, parties, assignments);
  const { campaign, factory } = await ownObjects(bench, person);
  const own = `/placement-assignments/${work?.id}`;
  const tables = [
    await pageToJson(bench, person, 'home', '/cabinet', ['/me/overview']),
    await pageToJson(bench, person, 'orders', '/cabinet/orders', ['/placement-orders?limit=20']),
    await pageToJson(bench, person, 'one assignment', `/cabinet/work/${work?.id}`, [own, `${own}/events?limit=20`]),
    await pageToJson(bench, person, 'wallet', '/cabinet/wallet', ['/wallet', '/wallet/transactions?limit=20']),
    await pageToJson(bench, person, 'one campaign', `/cabinet/campaigns/${campaign}`, [
      `/campaigns/${campaign}`,
      `/analytics/campaigns/${campaign}`,
    ]),
    await pageToJson(bench, person, 'one factory', `/cabinet/factories/${factory}`, [
      `/factories/${factory}/dashboard?limit=20`,
    ]),
  ];
  return { lines: tables.flatMap(({ lines }) => lines), comparisons: tables.flatMap(({ comparisons }) => comparisons) };
}

interface Person {
  readonly id: number;
  readonly apiKey: string;
  readonly token: string;
  readonly cookie: string;
}

/** A running campaign and a factory without posts: the less JSON, the more of the page is its frame. */
async function ownObjects({ stack }: Bench, { token }: Person): Promise<{ campaign: number; factory: number }> {
  const api = apiOf(stack.baseUrl, token, '/api/v1');
  const campaign = await api.post<{ id: number; version: number }>('/campaigns', {
    ...{ title: 'Iced tea', brief: 'Show the can.', platforms: ['YOUTUBE'], budgetCents: '10000' },
    payment: { model: 'CPM', cpmCents: '200' },
  });
  await api.post(`/campaigns/${campaign.id}/start`, { expectedVersion: campaign.version });
  const factory = await api.post<{ id: number }>('/factories', { name: 'Clips' });
  return { campaign: campaign.id, factory: factory.id };
}

/** An advertiser with a session, a key and money. */
async function signedUp({ stack, client }: Bench): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@bench.invalid`;
  const answer = await fetch(`${stack.baseUrl}/sign-up`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stack.baseUrl, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name: 'Nova Drinks', email, password: 'correct horse battery' }).toString(),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { rows } = await client.query(`update users set roles = '{ADVERTISER}' where email = $1 returning id::int`, [
    email,
  ]);
  const { id } = rows[0];
  await fund(client, id);
  const { token } = await (await fetch(`${stack.baseUrl}/api/auth/token`, { headers: { cookie } })).json();
  return { id, cookie, token, apiKey: await keyOf(client, id) };
}

async function pageToJson(
  { stack, rounds, seconds, measure }: Bench,
  { token, cookie }: Person,
  name: string,
  page: string,
  reads: readonly string[],
): Promise<Table> {
  const load = (request: LoadRequest) => () =>
    measure({ url: stack.urls.api, requests: [request], until: { seconds } });
  const headers = { authorization: `Bearer ${token}` };
  const sentTo = (path: string) => `read ${path}`;
  const loads: Record<string, ReturnType<typeof load>> = Object.fromEntries(
    reads.map((path) => [sentTo(path), load({ path: `/api/v1${path}`, headers })]),
  );
  const pages = `${name}, page`;
  const seen = await inRotation(rounds, { ...loads, [pages]: load({ path: page, headers: { cookie } }) });
  const of = (sent: string): Throughput => {
    const throughput = seen[sent];
    if (throughput === undefined) throw new Error(`nobody sent ${sent}`);
    return throughput;
  };
  return {
    lines: [
      ...reads.map((path) => ({
        name: `GET ${path.replace(/(?<=s\/)\d+/, '{id}')}`,
        kind: 'floor' as const,
        throughput: of(sentTo(path)),
      })),
      { name: pages, throughput: of(pages) },
    ],
    comparisons: [
      {
        name: `${pages}, to the JSON that it shows`,
        throughput: of(pages),
        to: inSequence(reads.map((path) => of(sentTo(path)))),
        target: 'CPU of the Worker <= 2 ×',
      },
    ],
  };
}
