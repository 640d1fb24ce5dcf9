import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { missing } from '../../../schema/shared/errors.ts';
import { type Fields, formIn } from '../../support/cabinet/form-in.ts';
import { formsWithoutMoney } from '../../support/cabinet/forms-without-money.ts';
import { type MoneyForm, moneyFormsOf } from '../../support/cabinet/money-forms.ts';
import { moneyOf, movedBetween } from '../../support/cabinet/money-of.ts';
import { operationsOfForms } from '../../support/cabinet/page-forms.ts';
import { filled, type Shown } from '../../support/cabinet/visitor.ts';
import { creditsOf } from '../../support/credits.ts';
import { marketOf } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { depth } from '../../support/stack/depth.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
const control = controlOf(shared.controlUrl);
afterEach(() => market.expectSoundLedger());
afterAll(() => market.close());

const forms = moneyFormsOf(market, baseUrl);

test('every form that transfers money has a test case', async () => {
  expect(await operationsOfForms()).toEqual([...Object.keys(forms), ...formsWithoutMoney].sort());
});

/** The fields of the form as a tab has them. */
async function openTab({ sender, path, form, of, values = {} }: MoneyForm): Promise<Fields> {
  const { status, html } = await sender.get(path);
  expect(status).toBe(200);
  return filled(formIn(html, form, of), values);
}

/** Two tabs with the form, and what happens before one of them is sent. */
async function openTabs(form: MoneyForm): Promise<readonly [Fields, Fields]> {
  const tabs = [await openTab(form), await openTab(form)] as const;
  await form.meanwhile?.();
  return tabs;
}

type Way = (form: MoneyForm) => Promise<readonly Shown[]>;
const send = ({ sender, path }: MoneyForm, fields: Fields) => sender.post(path, fields);

const ways: Readonly<Record<string, Way>> = {
  async 'two clicks in each of two tabs, and again after both,'(form) {
    const [one, other] = await openTabs(form);
    const clicks = await Promise.all([one, other, one, other].map((fields) => send(form, fields)));
    return [...clicks, await send(form, one), await send(form, other)];
  },
  ...depth<Record<string, Way>>(
    {},
    {
      async 'two clicks at once'(form) {
        const [fields] = await openTabs(form);
        return Promise.all([send(form, fields), send(form, fields)]);
      },
      async 'a form that is sent again after a success'(form) {
        const [fields] = await openTabs(form);
        return [await send(form, fields), await send(form, fields)];
      },
      async 'two tabs, one after the other,'(form) {
        const [one, other] = await openTabs(form);
        return [await send(form, one), await send(form, other)];
      },
    },
  ),
};

describe.each(Object.entries(ways))('%s', (_, act) => {
  test.each(Object.entries(forms))('transfer the money of %s once', async (_name, ready) => {
    const form = await ready();
    const before = await moneyOf(market, form.parties);
    const statuses = (await act(form)).map(({ status }) => status);
    await control.untilQueuesAreEmpty();
    expect(movedBetween(before, await moneyOf(market, form.parties))).toEqual(form.moves);
    const isRefused = form.meanwhile !== undefined;
    expect(statuses.includes(303)).toBe(!isRefused);
    expect(statuses.filter((status) => status !== 303 && status !== 409)).toEqual([]);
  });
});

test('two tabs buy credits once, also when a scan has cost credits between them', async () => {
  const form = await (forms.PurchaseCredits ?? missing('the purchase of credits'))();
  const { buyer = 0 } = form.parties;
  const credits = creditsOf(market);
  await credits.addCredits(buyer, 100);
  const factoryId = await credits.aFactory(buyer);
  const one = await openTab(form);
  await credits.debit({ ownerId: buyer, factoryId, amount: 1 });
  const other = await openTab(form);
  const before = await moneyOf(market, form.parties);
  const statuses = (await Promise.all([send(form, one), send(form, other)])).map(({ status }) => status);
  expect(statuses).toEqual([303, 303]);
  expect(movedBetween(before, await moneyOf(market, form.parties))).toEqual(form.moves);
});
