import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Fields, formIn, hasForm } from '../../support/cabinet/form-in.ts';
import { anOwner, type Owned } from '../../support/cabinet/owned.ts';
import { pageCases, pathOf } from '../../support/cabinet/page-cases.ts';
import { formsOfPages } from '../../support/cabinet/page-forms.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { type Visitor, visitorAt, visitorOf } from '../../support/cabinet/visitor.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

let owned: Owned;
let owner: Visitor;
let staff: Visitor;
let stranger: Visitor;
beforeAll(async () => {
  owned = await anOwner(market, shared);
  owner = await signedIn(baseUrl, owned.person);
  staff = await visitorOf(market, baseUrl, await market.aUser(['STAFF']));
  stranger = await visitorOf(market, baseUrl, await market.aUser([]));
});

const forms = await formsOfPages();
const cases = forms.map((one) => [one.name, one.page, one] as const);
const caseOf = (page: string) => pageCases[page] ?? {};
const pathOfPage = (page: string) => pathOf(page, caseOf(page), owned);

describe.each(cases)('the form %s of %s', (name, page, { definition }) => {
  test('gives back to a signed-out person everything that was typed', async () => {
    const typed: Fields = Object.keys(definition.fields).map((field) => [
      field.replaceAll('*', '0'),
      `typed "${field}"`,
    ]);
    const sent: Fields = [['form', name], ['idempotencyKey', randomUUID()], ...typed];
    const { status, html } = await visitorAt(baseUrl).post(pathOfPage(page), sent);
    expect(status).toBe(401);
    expect(formIn(html, name)).toEqual(sent);
  });

  test('is refused to a person without rights to its page, and to another site', async () => {
    const sent: Fields = [
      ['form', name],
      ['idempotencyKey', randomUUID()],
    ];
    const { roles, ids } = caseOf(page);
    const reader = roles?.includes('STAFF') ? staff : owner;
    const elsewhere = { origin: 'https://evil.example' };
    expect((await reader.post(pathOfPage(page), sent, elsewhere)).status).toBe(403);
    if (roles === undefined && ids === undefined) return;
    expect([403, 404]).toContain((await stranger.post(pathOfPage(page), sent)).status);
  });
});

const shapeOf = (body: unknown): object => (body instanceof z.ZodObject ? body.shape : {});
const versioned = forms.filter(({ definition: { operation } }) => 'expectedVersion' in shapeOf(operation.body?.()));

test('each form of an object with a version sends the version that its page shows', async () => {
  const shown: string[] = [];
  for (const { page, name } of versioned) {
    const { html } = await (caseOf(page).roles?.includes('STAFF') ? staff : owner).get(pathOfPage(page));
    if (!hasForm(html, name)) continue;
    shown.push(name);
    const fields = formIn(html, name);
    expect([page, name, fields.some(([field, value]) => field === 'expectedVersion' && /^\d+$/.test(value))]).toEqual([
      page,
      name,
      true,
    ]);
  }
  expect(shown.length).toBeGreaterThan(10);
});

/** The second step of a payment is a page of its own. Of the form of an audience the button alone is inside the question. */
const ownQuestions = [
  'deposit of /cabinet/staff/users/:id/payment',
  'withdraw of /cabinet/staff/users/:id/payment',
  'verify of /cabinet/staff/recordings/:id',
];

/** The parts of a page that ask before a form, each with the details inside of it. */
function questionsIn(html: string): string[] {
  return html.split('<details class="confirm').flatMap((text, index) => {
    if (index === 0) return [];
    let depth = 1;
    for (const { 0: mark, index: at } of text.matchAll(/<(\/?)details\b/g)) {
      depth += mark === '<details' ? 1 : -1;
      if (depth === 0) return [`<details class="confirm${text.slice(0, at)}</details>`];
    }
    return [];
  });
}

test('each form of staff is inside a question that is closed at first', async () => {
  const asked = new Set<string>();
  const unasked: string[] = [];
  for (const page of new Set(forms.filter((one) => caseOf(one.page).roles?.includes('STAFF')).map((one) => one.page))) {
    const { html } = await staff.get(pathOfPage(page));
    const questions = questionsIn(html);
    expect(questions.filter((question) => /^<details[^>]* open/.test(question))).toEqual([]);
    const rest = questions.reduce((left, question) => left.replace(question, ''), html);
    for (const { name } of forms.filter((one) => one.page === page)) {
      if (questions.some((question) => hasForm(question, name))) asked.add(`${name} of ${page}`);
      if (hasForm(rest, name)) unasked.push(`${name} of ${page}`);
    }
  }
  expect(unasked.filter((one) => !ownQuestions.includes(one))).toEqual([]);
  expect(asked.size).toBeGreaterThan(10);
});
