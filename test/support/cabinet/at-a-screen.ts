import type { Page } from 'playwright-core';
import type { Browser } from '../browser.ts';
import { anAddress } from '../market/people.ts';

/** A person in front of a browser, who reads the pages and uses their fields and buttons. */
export interface AtAScreen {
  readonly page: Page;
  readonly email: string;
  /** Whether the pages from now on run scripts. */
  setScript(isOn: boolean): Promise<void>;
  open(path: string): Promise<void>;
  /** Types into fields by their names, and chooses options and boxes. */
  type(values: Readonly<Record<string, string | boolean>>): Promise<void>;
  /** Presses a button by its words and waits for the next page. `within` is a selector. */
  press(button: string, within?: string): Promise<void>;
  /** Follows the first link of a selector and waits for its page. */
  follow(link: string): Promise<void>;
  reads(): Promise<string>;
  path(): string;
}

const password = 'correct horse battery';

interface Newcomer {
  readonly name: string;
  readonly role: 'ADVERTISER' | 'CREATOR';
  readonly hasScript: boolean;
}

/** Somebody signs up and chooses a role. */
export async function newcomer(
  browser: Browser,
  baseUrl: string,
  { name, role, hasScript }: Newcomer,
): Promise<AtAScreen> {
  const email = anAddress();
  const screen = await atAScreen(browser, baseUrl, email, hasScript);
  await screen.open('/sign-up');
  await screen.type({ name, email, password });
  await screen.press('Create account');
  await screen.page.locator(`[name="roles"][value="${role}"]`).check();
  await screen.press('Continue');
  return screen;
}

/** Somebody with an account signs in. */
export async function returning(
  browser: Browser,
  baseUrl: string,
  person: { readonly email: string; readonly password: string },
  hasScript: boolean,
): Promise<AtAScreen> {
  const screen = await atAScreen(browser, baseUrl, person.email, hasScript);
  await screen.open('/sign-in');
  await screen.type({ email: person.email, password: person.password });
  await screen.press('Sign in');
  return screen;
}

async function atAScreen(browser: Browser, baseUrl: string, email: string, hasScript: boolean): Promise<AtAScreen> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  // A missing field fails with its name.
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const setScript = async (isOn: boolean) =>
    void (await session.send('Emulation.setScriptExecutionDisabled', { value: !isOn }));
  await setScript(hasScript);
  return {
    page,
    email,
    setScript,
    open: async (path) => void (await page.goto(baseUrl + path)),
    async type(values) {
      for (const [field, value] of Object.entries(values)) await set(page, field, value);
    },
    async press(button, within = 'main') {
      const named = { name: button, exact: true, includeHidden: true } as const;
      const target = page.locator(within).getByRole('button', named).first();
      const closed = target.locator('xpath=ancestor::details[not(@open)]/summary');
      if (await closed.count()) await closed.first().click();
      await Promise.all([page.waitForEvent('domcontentloaded'), target.click()]);
    },
    async follow(link) {
      const target = page.locator('main').locator(link).first();
      await Promise.all([page.waitForEvent('domcontentloaded'), target.click()]);
    },
    reads: async () => (await page.locator('main').textContent()) ?? '',
    path: () => new URL(page.url()).pathname,
  };
}

async function set(page: Page, field: string, value: string | boolean): Promise<void> {
  const all = page.locator(`main [name="${field}"]:not([type="hidden"])`);
  const first = all.first();
  const kind: unknown = await first.evaluate((element) => Reflect.get(element, 'type'));
  if (kind === 'select-one') await first.selectOption(String(value));
  else if (kind === 'radio') await page.locator(`main [name="${field}"][value="${value}"]`).check();
  else if (kind === 'checkbox' && typeof value === 'boolean') await first.setChecked(value);
  else if (kind === 'checkbox') await page.locator(`main [name="${field}"][value="${value}"]`).check();
  else await first.fill(String(value));
}
