import { startBare } from './bare.ts';
import type { Bench } from './bench.ts';
import type { Comparison, Table } from './table.ts';
import { inRotation, type Throughput } from './throughput.ts';

const code = 'BenchBench';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const bot = 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)';

/** Redirects of a tracking link that the isolate knows: of visits that are counted, and of visits of bots. The floor is a bare redirect. */
export async function benchRedirects(bench: Bench): Promise<Table> {
  const { stack, rounds, seconds, measure } = bench;
  await addLink(bench);
  const path = `/t/${code}`;
  const { headers } = await fetch(stack.urls.guest + path, { redirect: 'manual', headers: { 'user-agent': bot } });
  const bare = await startBare(bench, { headers: ownHeaders(headers) });
  const load = (url: string, to: string, userAgent: string) => () =>
    measure({
      url,
      requests: [{ path: to, headers: { 'user-agent': userAgent } }],
      until: { seconds },
      status: 302,
    });
  try {
    const seen = await inRotation(rounds, {
      floor: load(bare.url, '/redirect', browser),
      visit: load(stack.urls.guest, path, browser),
      bot: load(stack.urls.guest, path, bot),
    });
    return {
      lines: [
        { name: 'bare Hono redirect, the same headers', kind: 'floor', throughput: seen.floor },
        { name: 'tracking link, visit of a person', throughput: seen.visit },
        { name: 'tracking link, visit of a bot', throughput: seen.bot },
      ],
      comparisons: [compared('a person', seen.visit, seen.floor), compared('a bot', seen.bot, seen.floor)],
    };
  } finally {
    await bare.stop();
  }
}

const compared = (who: string, throughput: Throughput, to: Throughput): Comparison => ({
  name: `tracking link, visit of ${who}, to the bare redirect`,
  ...{ throughput, to, target: 'rate >= 60 %' },
});

const addLink = ({ client }: Bench) =>
  client.query(
    `with advertiser as (insert into users (name, email) values ('Advertiser', 'links@bench.invalid') returning id),
       campaign as (insert into campaigns (advertiser_id, status, title, brief, platforms, payment_model, cpm_cents, requirements, budget_cents,
           created_at, updated_at)
         select id, 'DRAFT', 'A campaign', 'Show it.', '{YOUTUBE}', 'CPM', 200, '{}', 10000, now(), now() from advertiser returning id)
     insert into tracking_links (campaign_id, code, destination_url, salt, created_at)
     select id, $1, 'https://shop.example/summer', sha256('bench'), now() from campaign`,
    [code],
  );

const ofConnection = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

const ownHeaders = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => !ofConnection.has(name)));
