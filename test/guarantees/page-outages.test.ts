import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Fields, formIn } from '../support/cabinet/form-in.ts';
import { signedIn } from '../support/cabinet/signed-in.ts';
import { filled, type Shown, type Visitor } from '../support/cabinet/visitor.ts';
import { wordsOf } from '../support/html.ts';
import { aPerson, type Person } from '../support/market/people.ts';
import { diagonal } from '../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
let person: Person;
let visitor: Visitor;
ownMarket(
  async (ready) => {
    own = ready;
    person = await aPerson(own.stack.baseUrl, { roles: ['ADVERTISER'] });
    visitor = await signedIn(own.stack.baseUrl, person);
  },
  // `api` waits for `auth` only when it is another process.
  { hasProcesses: true },
);

const newCampaign = '/cabinet/campaigns/new';
/** `api` waits for `auth`, and `auth` for Postgres. */
const [authWaitMs, postgresWaitMs] = [5_000, 8_000];
const paths: readonly (readonly [string, number])[] = [
  ['/cabinet', authWaitMs],
  ['/cabinet/wallet/statement?month=2026-11', authWaitMs],
  [newCampaign, authWaitMs],
  ['/cabinet/settings/password', postgresWaitMs],
];

/** A form that creates a campaign, opened before the outage. */
async function aDraft(title: string): Promise<Fields> {
  const fields = formIn((await visitor.get(newCampaign)).html, 'create');
  return filled(fields, {
    ...{ title, brief: 'Show <b>the can</b>.', platforms: 'YOUTUBE', budgetCents: '100' },
    ...{ 'payment.model': 'FIXED', 'payment.rewardCents': '12.50' },
  });
}
const campaignsNamed = async (title: string): Promise<number> =>
  (await own.market.one('select count(*)::int from campaigns where title = $1', [title])).count;

/** A session, its user and their absence are trusted for a second. */
const trustIsOver = () => own.control.moveOn(2_000);

const setAuth = (limit: 0 | -1) => own.market.pool.query(`alter role castline_auth connection limit ${limit}`);

/** Ends the timeouts of at most this length, once a call waits, and gives the answer. */
function timedOut(ask: () => Promise<Shown>, waitMs: number): Promise<Shown> {
  return own.control.withoutWaiting(async () => {
    await own.control.resetCounts();
    const asked = ask();
    await expect.poll(async () => (await own.control.counts()).neon).toBeGreaterThan(0);
    await own.control.endTimeouts(waitMs);
    return asked;
  });
}

interface Outage {
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  /** `waitMs` is the longest that the answer may wait. */
  during?(ask: () => Promise<Shown>, waitMs: number): Promise<Shown>;
}
const outages: Readonly<Record<string, Outage>> = {
  'Postgres is stopped': {
    begin: () => own.control.postgres('stop'),
    end: () => own.control.postgres('start'),
  },
  'Postgres answers with an error': { begin: () => own.control.neon('fail'), end: () => own.control.neon('up') },
  'auth does not answer': {
    begin: () => own.control.neon('hang'),
    end: () => own.control.neon('up'),
    during: timedOut,
  },
  'only auth fails': {
    async begin() {
      await setAuth(0);
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'castline_auth'`;
      await expect.poll(async () => (await own.market.pool.query(end)).rowCount).toBe(0);
    },
    async end() {
      await setAuth(-1);
      // The proxy may have kept a connection that has been terminated.
      await expect.poll(async () => (await visitor.get('/cabinet/settings/password')).status).toBe(200);
    },
  },
};

const unavailable = ({ status, headers, html }: Shown) => ({
  status,
  type: headers.get('content-type')?.split(';')[0],
  cache: headers.get('cache-control'),
  hasWait: Number(headers.get('retry-after')) > 0,
  hasRequestId: wordsOf(html).includes(headers.get('x-request-id') ?? '-'),
});
const page503 = { status: 503, type: 'text/html', cache: 'no-store', hasWait: true, hasRequestId: true };

describe.each(Object.entries(outages).map((one, row) => [...one, row] as const))('while %s', (_, outage, row) => {
  const { begin, during = (ask) => ask() } = outage;
  const title = `Outage ${randomUUID()}`;
  let draft: Fields;
  let isOver = true;
  async function end() {
    if (!isOver) await outage.end();
    isOver = true;
  }
  beforeEach(async () => {
    draft = await aDraft(title);
    await own.control.untilNothingIsDeferred();
    await own.control.untilQueuesAreEmpty();
    await trustIsOver();
    isOver = false;
    await begin();
  });
  afterEach(end);

  test.each(diagonal(paths, row))(
    '%s returns a page with 503 and the id of the request, and works again afterwards',
    async (path, waitMs) => {
      expect(unavailable(await during(() => visitor.get(path), waitMs))).toEqual(page503);
      await end();
      expect((await visitor.get(path)).status).toBe(200);
    },
  );

  test('a form keeps what was typed and its key, and succeeds once when it is sent again', async () => {
    const refused = await during(() => visitor.post(newCampaign, draft), authWaitMs);
    expect(unavailable(refused)).toEqual(page503);
    expect(wordsOf(refused.html)).toContain('Nothing that you typed is lost.');
    const again = formIn(refused.html, 'create');
    expect(Object.fromEntries(again)).toEqual(Object.fromEntries(draft));
    await end();
    expect((await visitor.post(newCampaign, again)).status).toBe(303);
    expect((await visitor.post(newCampaign, again)).status).toBe(303);
    expect(await campaignsNamed(title)).toBe(1);
  });

  test('a sign-in keeps the address, and succeeds when it is sent again', async () => {
    const { email, password } = person;
    const send = () => visitor.post('/sign-in', Object.entries({ email, password }));
    const refused = await during(send, postgresWaitMs);
    expect(refused.status).toBe(503);
    expect(refused.html).toContain(`value="${email}"`);
    expect(refused.html).not.toContain(password);
    await end();
    expect((await send()).status).toBe(303);
  });
});

describe('while Redis', () => {
  afterEach(() => own.control.upstash('up'));

  test('refuses connections, pages work, and a form that is sent twice has one effect', async () => {
    const title = `Without Redis ${randomUUID()}`;
    const draft = await aDraft(title);
    await own.control.upstash('refuse');
    await trustIsOver();
    for (const [path] of paths) expect((await visitor.get(path)).status).toBe(200);
    const both = await Promise.all([visitor.post(newCampaign, draft), visitor.post(newCampaign, draft)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await campaignsNamed(title)).toBe(1);
  });

  test('does not answer, a page waits for it for a second at most, and a form has one effect', async () => {
    const title = `Slow Redis ${randomUUID()}`;
    const draft = await aDraft(title);
    // Redis is skipped for five seconds after a failure.
    await own.control.moveOn(6_000);
    await own.control.upstash('hang');
    const shown = await own.control.withoutWaiting(async () => {
      await own.control.resetCounts();
      const asked = visitor.get('/cabinet');
      await expect.poll(async () => (await own.control.counts()).upstash).toBeGreaterThan(0);
      await own.control.endTimeouts(1_000);
      return asked;
    });
    expect(shown.status).toBe(200);
    expect((await visitor.post(newCampaign, draft)).status).toBe(303);
    expect((await visitor.post(newCampaign, draft)).status).toBe(303);
    expect(await campaignsNamed(title)).toBe(1);
  });
});
