import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { priceOf } from '../functions/web/ui/format.ts';
import type { Money } from '../schema/shared/money.ts';
import { readDemo } from './local/demo.ts';
import { dataDirectory } from './local/external-services.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { type RunningStack, runningStack } from './local/running-stack.ts';
import { demoFile } from './local/seed-once.ts';
import { sendControl } from './local/send-control.ts';

/** `npm run demo`: runs the five steps of the README against the running service, and prints each request with its response. */
await runAsCommand(import.meta.url, async () => {
  const running = runningStack();
  if (!running) throw new SetupProblem('No service runs on this data folder. Run "npm start" in another terminal.');
  const accounts = readDemo(demoFile(dataDirectory(process.env.DATA_DIR)));
  if (!accounts)
    throw new SetupProblem('The data folder has no demo.json. Only a seeded local market has demo accounts.');
  await placeOrder(running, accounts.advertiser.apiKey);
});

interface CatalogEntry {
  readonly displayName: string;
  readonly services: readonly { readonly serviceListingId: number; readonly title: string }[];
}
interface Quote {
  readonly quoteId: string;
  readonly quoteVersion: number;
  readonly payloadHash: string;
  readonly totals: { readonly total: Money };
}

async function placeOrder({ baseUrl, controlUrl }: RunningStack, apiKey: string): Promise<void> {
  const call = callerOf(baseUrl, apiKey);
  const [creator] = await call<readonly CatalogEntry[]>('GET', '/api/v1/creator-catalog?sort=price&limit=1');
  const service = creator?.services[0];
  if (!creator || !service) throw new SetupProblem('The catalog is empty, so there is no service to order.');
  explain(`Anyone can read the catalog. ${creator.displayName} has the lowest price: "${service.title}".`);

  const { now } = await sendControl<{ now: string }>(controlUrl, 'GET', '/clock');
  const inDays = (days: number) => new Date(Date.parse(now) + days * 86_400_000).toISOString();
  const item = {
    ...{ serviceListingId: service.serviceListingId, quantity: 1, discountBps: 0, rights: {} },
    ...{ dueAt: inDays(30), brief: 'Show the product for a minute.', results: [{ expectedAt: inDays(20) }] },
  };
  const orders = '/api/v1/public/placement-orders';
  const draft = await call<{ id: number; version: number }>('POST', orders, { items: [item] });
  explain(`The advertiser has the draft order ${draft.id}. It has no price yet, and no money is reserved.`);

  const quote = await call<Quote>('POST', `${orders}/${draft.id}/quote`, { expectedVersion: draft.version });
  const total = priceOf(quote.totals.total);
  explain(
    `The quote fixes the price: ${total} including the fee. Checkout must send the hash of the quote before it expires.`,
  );

  const { quoteId, quoteVersion, payloadHash } = quote;
  await call('POST', `${orders}/${draft.id}/checkout`, { quoteId, quoteVersion, payloadHash, confirm: true });
  explain(
    `Checkout reserved ${total}, and the creator has an assignment to accept. The service sends an email to the creator.`,
  );

  await call('GET', '/api/v1/public/wallet');
  explain(
    `The wallet shows ${total} more as reserved. The creator gets its share when the advertiser approves the work.`,
  );
}

function explain(sentence: string): void {
  console.log(`   => ${sentence}\n`);
}

/** Sends a request and prints it with its response. An error ends the demo. */
function callerOf(baseUrl: string, apiKey: string) {
  let step = 0;
  return async function call<Data>(method: 'GET' | 'POST', address: string, body?: object): Promise<Data> {
    step += 1;
    console.log(`${step}. ${method} ${address}${body === undefined ? '' : `\n${shortened(body)}`}`);
    const answer = await fetch(baseUrl + address, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const reply: { data: unknown } = await answer.json();
    console.log(`   <- ${answer.status} ${answer.statusText}\n${shortened(answer.ok ? reply.data : reply)}`);
    if (!answer.ok) throw new SetupProblem(`Step ${step} was refused.`);
    return dataOf<Data>(reply.data);
  };
}

/** Safe: each caller reads only the fields that its operation declares. */
function dataOf<Data>(data: unknown): Data {
  return data as Data;
}

/** The shape of an answer: at most three levels, one entry of each list and the start of each text. */
function shortened(value: unknown): string {
  const limits = { depth: 2, maxArrayLength: 1, maxStringLength: 60 };
  return inspect(value, { ...limits, breakLength: 110, compact: 3 }).replace(/^/gm, '      ');
}
