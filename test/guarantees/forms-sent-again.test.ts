import { describe, expect, test } from 'vitest';
import { formIn } from '../support/cabinet/form-in.ts';
import { filled, type Values, type Visitor, visitorOf } from '../support/cabinet/visitor.ts';
import { creditsOf } from '../support/credits.ts';
import { wordsOf } from '../support/html.ts';
import type { Market } from '../support/market/market.ts';
import type { controlOf } from '../support/stack/control.ts';
import { ownMarket } from '../support/stack/own-market.ts';
import type { OwnStack } from '../support/stack/stack.ts';

let stack: OwnStack;
let market: Market;
let control: ReturnType<typeof controlOf>;
let owner: Visitor;
let factoryId: number;
ownMarket(
  async (own) => {
    ({ stack, market, control } = own);
    const { id } = await market.anAdvertiser();
    factoryId = await creditsOf(market).aFactory(id);
    owner = await visitorOf(market, stack.baseUrl, id);
  },
  { vars: { WEBHOOK_TRUSTED_ORIGINS: 'http://127.0.0.1:9' } },
);

const keysPath = '/cabinet/settings/keys';
const hooksPath = '/cabinet/settings/webhooks';

interface Once {
  readonly name: string;
  readonly path: () => string | Promise<string>;
  readonly form: string;
  readonly of?: () => Promise<string>;
  readonly values?: () => Values;
  /** What the form makes or changes. */
  readonly rows: string;
}

let hooks = 0;
const forms: readonly Once[] = [
  {
    ...{ name: 'a new key', path: () => keysPath, form: 'create', values: () => ({ name: 'Robot' }) },
    rows: 'select id from api_keys order by id',
  },
  {
    ...{ name: 'a replaced key', path: () => keysPath, form: 'rotate' },
    of: () => newest('select id::text from api_keys where replaced_at is null order by created_at desc limit 1'),
    rows: 'select id from api_keys order by id',
  },
  {
    ...{ name: 'a new endpoint', path: () => hooksPath, form: 'create' },
    values: () => ({ url: `http://127.0.0.1:9/hook-${hooks++}` }),
    rows: 'select id, sealed_secret from webhook_endpoints order by id',
  },
  {
    ...{ name: 'a replaced secret of an endpoint', path: () => endpointPath(), form: 'rotate' },
    rows: 'select id, sealed_secret from webhook_endpoints order by id',
  },
  {
    ...{ name: 'a test of an endpoint', path: () => endpointPath(), form: 'test' },
    rows: 'select id from messages order by id',
  },
  {
    ...{ name: 'a share link', path: () => `/cabinet/factories/${factoryId}/share-links`, form: 'create' },
    rows: 'select id from share_links order by id',
  },
];

const newest = async (query: string): Promise<string> =>
  (await market.pool.query<{ id: string }>(query)).rows[0]?.id ?? '';
const endpointPath = async () =>
  `${hooksPath}/${await newest('select id::text from webhook_endpoints order by id desc limit 1')}`;
const rowsOf = async ({ rows }: Once): Promise<string> => JSON.stringify((await market.pool.query(rows)).rows);

async function fieldsOf({ form, of, values }: Once, at: string) {
  return filled(formIn((await owner.get(at)).html, form, await of?.()), values?.() ?? {});
}

describe.each(forms)('the form of $name', (once) => {
  test('sent again after a lost answer says that it has done its work, and does it once', async () => {
    const at = await once.path();
    const fields = await fieldsOf(once, at);
    const before = await rowsOf(once);
    await control.neon('drop-next-reply', 'bind_answer');
    const lost = await owner.post(at, fields);
    const after = await rowsOf(once);
    expect(after).not.toBe(before);
    const again = await owner.post(at, fields);
    expect([lost.status, again.status]).toEqual([503, 409]);
    expect(wordsOf(again.html)).toContain('This form was sent before, and has done its work.');
    expect(await rowsOf(once)).toBe(after);
  });

  test('sent again after an outage that stopped it does its work', async () => {
    const at = await once.path();
    const fields = await fieldsOf(once, at);
    const before = await rowsOf(once);
    await control.neon('refuse');
    const stopped = await owner.post(at, fields);
    await control.neon('up');
    expect([stopped.status, await rowsOf(once)]).toEqual([503, before]);
    const again = await owner.post(at, fields);
    expect(again.status).toBeLessThan(400);
    expect(await rowsOf(once)).not.toBe(before);
  });
});
