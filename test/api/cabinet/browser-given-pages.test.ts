import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { formIn } from '../../support/cabinet/form-in.ts';
import { type FormMarket, onceForms, ownFormMarket } from '../../support/cabinet/once-forms.ts';
import { faultsOfGiven, type GivenPage } from '../../support/cabinet/shown-at.ts';
import { filled, type Values, type Visitor, visitorAt } from '../../support/cabinet/visitor.ts';
import { tokenIn, untilMailed } from '../../support/market/mails.ts';
import { anAddress } from '../../support/market/people.ts';
import { share } from '../../support/stack/depth.ts';

let own: FormMarket;
ownFormMarket(
  (ready) => {
    own = ready;
  },
  { vars: { EMAIL_VERIFICATION: 'true' } },
);

const password = 'correct horse battery';
const guest = () => visitorAt(own.stack.baseUrl);
const opened = async (visitor: Visitor, path: string): Promise<GivenPage> => ({ path, shown: await visitor.get(path) });

async function sent(visitor: Visitor, path: string, form: string, values: Values = {}, of = ''): Promise<GivenPage> {
  return { path, shown: await visitor.submit(path, form, values, of) };
}

/** Somebody who has signed up, and has not opened the link of the email. */
async function unverified() {
  const [visitor, email] = [guest(), anAddress()];
  return { visitor, email, page: await sent(visitor, '/sign-up', 'sign-up', { name: 'Mira', email, password }) };
}

/** The page of a link for a new password. */
async function resetPath(): Promise<string> {
  const { email } = await unverified();
  await sent(guest(), '/reset', 'reset', { email });
  const [mail] = await untilMailed(own.stack.mailDir, email, /Set a new password/);
  return `/reset?token=${tokenIn(mail)}`;
}

const once = async (name: keyof typeof onceForms): Promise<GivenPage> => {
  const { path, form, of, values } = { of: undefined, values: undefined, ...onceForms[name] };
  return sent(own.owner, await path(own), form, values?.(), await of?.(own));
};

/** A page during an outage of Postgres, or a form that is sent during one. */
async function duringOutage(path: string, form?: string): Promise<GivenPage> {
  const fields = form === undefined ? null : formIn((await own.owner.get(path)).html, form);
  await own.control.neon('fail');
  try {
    return { path, shown: fields === null ? await own.owner.get(path) : await own.owner.post(path, fields) };
  } finally {
    await own.control.neon('up');
  }
}

const [settings, keys] = ['/cabinet/settings', '/cabinet/settings/keys'];

/** Pages that no list of pages has, with their statuses. */
const pages: readonly (readonly [name: string, status: number, give: () => Promise<GivenPage>])[] = [
  ['the sign-in', 200, () => opened(guest(), '/sign-in')],
  ['the sign-in after a new password', 200, () => opened(guest(), '/sign-in?reset')],
  ['a refused sign-in', 401, () => sent(guest(), '/sign-in', 'sign-in', { email: anAddress(), password })],
  [
    'the sign-in with an address that is not verified',
    403,
    async () => {
      const { visitor, email } = await unverified();
      return sent(visitor, '/sign-in', 'sign-in', { email, password });
    },
  ],
  ['the sign-up', 200, () => opened(guest(), '/sign-up')],
  ['a refused sign-up', 400, () => sent(guest(), '/sign-up', 'sign-up', { name: 'x', email: 'x', password: 'x' })],
  ['the request to verify the address', 200, async () => (await unverified()).page],
  ['the request for a new password', 200, () => opened(guest(), '/reset')],
  ['the request for a new password by an old link', 200, () => opened(guest(), '/reset?error=INVALID_TOKEN')],
  ['the answer to a request for a new password', 200, () => sent(guest(), '/reset', 'reset', { email: anAddress() })],
  ['the new password', 200, async () => opened(guest(), await resetPath())],
  ['a refused new password', 400, async () => sent(guest(), await resetPath(), 'reset', { newPassword: 'x' })],
  ['the change of the password', 200, () => opened(own.owner, `${settings}/password`)],
  [
    'a refused change of the password',
    400,
    () => sent(own.owner, `${settings}/password`, 'password', { currentPassword: 'x', newPassword: password }),
  ],
  ['the change of the address', 200, () => opened(own.owner, `${settings}/email`)],
  ['the changed address', 200, () => opened(own.owner, `${settings}/email?changed`)],
  ['the change of the address by an old link', 200, () => opened(own.owner, `${settings}/email?error=INVALID_TOKEN`)],
  [
    'a refused change of the address',
    400,
    () => sent(own.owner, `${settings}/email`, 'email', { newEmail: anAddress(), password: 'x' }),
  ],
  [
    'a form without a session',
    401,
    async () => {
      const fields = formIn((await own.owner.get(keys)).html, 'create');
      return { path: keys, shown: await guest().post(keys, filled(fields, { name: 'W'.repeat(80) })) };
    },
  ],
  ['no page', 404, () => opened(own.owner, '/cabinet/work/999999999')],
  ['an address that the cabinet does not have', 404, () => opened(own.owner, '/cabinet/nothing')],
  ['a page of another role', 403, () => opened(own.owner, '/cabinet/staff/users')],
  [
    'a form of another site',
    403,
    async () => ({
      path: keys,
      shown: await own.owner.post(keys, [['form', 'create']], { origin: 'https://evil.example' }),
    }),
  ],
  ['an address with a wrong filter', 400, () => opened(own.owner, '/cabinet/orders?status=NONE')],
  ['a page during an outage', 503, () => duringOutage('/cabinet/wallet')],
  ['a form during an outage', 503, () => duringOutage(settings, 'profile')],
  ['a new key', 200, () => once('newKey')],
  ['a replaced key', 200, () => once('replacedKey')],
  ['the secret of a new endpoint', 200, () => once('newEndpoint')],
  ['a replaced secret of an endpoint', 200, () => once('replacedSecret')],
  ['a new share link', 200, () => once('shareLink')],
];

describe.skipIf(!isBrowserHere)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  });
  afterAll(() => browser.close());

  const rows = pages.map((one, row) => [...one, row] as const);
  // At the quick depth every second one.
  test.each(share(rows, 0, 2))(
    '%s (%i) is valid HTML, has no fault of accessibility and fits the screen',
    async (_, status, give, row) => {
      const given = await give();
      expect(given.shown.status).toBe(status);
      expect(await faultsOfGiven(page, own.stack.baseUrl, given, row)).toEqual([]);
    },
  );
});
