import { describe, expect, test } from 'vitest';
import { formIn } from '../support/cabinet/form-in.ts';
import { type FormMarket, type OnceForm, onceForms, ownFormMarket } from '../support/cabinet/once-forms.ts';
import { filled } from '../support/cabinet/visitor.ts';
import { wordsOf } from '../support/html.ts';

let own: FormMarket;
ownFormMarket((ready) => {
  own = ready;
});

interface Once extends OnceForm {
  /** What the form makes or changes. */
  readonly rows: string;
}

const ids = (table: string) => `select id from ${table} order by id`;
const secrets = 'select id, sealed_secret from webhook_endpoints order by id';
const forms: readonly Once[] = [
  { ...onceForms.newKey, rows: ids('api_keys') },
  { ...onceForms.replacedKey, rows: ids('api_keys') },
  { ...onceForms.newEndpoint, rows: secrets },
  { ...onceForms.replacedSecret, rows: secrets },
  { ...onceForms.testOfEndpoint, rows: ids('messages') },
  { ...onceForms.replayedDelivery, rows: 'select id, former_statuses from messages order by id' },
  { ...onceForms.shareLink, rows: ids('share_links') },
];

const rowsOf = async ({ rows }: Once): Promise<string> => JSON.stringify((await own.market.pool.query(rows)).rows);

async function fieldsOf({ form, of, values }: Once, at: string) {
  return filled(formIn((await own.owner.get(at)).html, form, await of?.(own)), values?.() ?? {});
}

describe.each(forms)('the form of $name', (once) => {
  test('takes effect once when it is resent after a lost response, and says so', async () => {
    const at = await once.path(own);
    const fields = await fieldsOf(once, at);
    const before = await rowsOf(once);
    await own.control.neon('drop-next-reply', 'bind_answer');
    const lost = await own.owner.post(at, fields);
    const after = await rowsOf(once);
    expect(after).not.toBe(before);
    const again = await own.owner.post(at, fields);
    expect([lost.status, again.status]).toEqual([503, 409]);
    expect(wordsOf(again.html)).toContain('Castline has already processed this form');
    expect(await rowsOf(once)).toBe(after);
  });

  test('takes effect once when it is resent after an outage', async () => {
    const at = await once.path(own);
    const fields = await fieldsOf(once, at);
    const before = await rowsOf(once);
    await own.control.neon('refuse');
    const stopped = await own.owner.post(at, fields);
    await own.control.neon('up');
    expect([stopped.status, await rowsOf(once)]).toEqual([503, before]);
    const again = await own.owner.post(at, fields);
    expect(again.status).toBeLessThan(400);
    expect(await rowsOf(once)).not.toBe(before);
  });
});
