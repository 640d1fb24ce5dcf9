import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

describe.skipIf(!isBrowserHere)('what a person types or moves is shown at once', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  async function pageFor(userId: number, path: string): Promise<Page> {
    const context = await contextOf(browser, await visitorOf(market, baseUrl, userId), baseUrl);
    const page = await context.newPage();
    await page.goto(baseUrl + path);
    return page;
  }

  test('the preview of a page shows each field of the profile before it is saved, and then the same', async () => {
    const { id } = await market.aCreator();
    const page = await pageFor(id, '/cabinet/page');
    const { sideEffects } = watch(page);
    const typed = '<b>Mira</b> Plays';
    await page.locator('#profile-displayName').fill(typed);
    await page.getByLabel('About you').fill('Games, calmly.');
    await page.getByRole('textbox', { name: 'Topics' }).fill('gaming, <i>tech</i>');
    await page.getByLabel('Kind of creator').selectOption({ label: 'Social creator' });
    await page.getByRole('textbox', { name: 'Languages' }).fill('de, pt-BR');
    const preview = page.locator('#page-preview header');
    const before = await preview.innerText();
    for (const words of [typed, 'Games, calmly.', '<i>tech</i>', 'Social creator · German · Brazilian Portuguese'])
      expect(before).toContain(words);
    expect((await market.one('select display_name from creators where user_id = $1', [id])).display_name).not.toBe(
      typed,
    );
    await page.getByRole('button', { name: 'Save profile' }).click();
    await page.getByText('Your profile is saved.').waitFor();
    expect(await preview.innerText()).toBe(before);
    await page.locator('#profile-displayName').fill('');
    await page.getByRole('textbox', { name: 'Topics' }).fill('');
    expect(await preview.innerText()).toContain('No name yet');
    expect(await preview.locator('[data-shows=topics]').isVisible()).toBe(false);
    expect(sideEffects).toEqual([]);
  });

  test('the slider of a split shows the amounts of the share, and exactly they are paid', async () => {
    const work = await assignmentsOf(market, baseUrl).assignmentIn('DISPUTED');
    const page = await pageFor(await market.aUser(['STAFF']), `/cabinet/staff/disputes/${work.id}`);
    const slider = page.getByLabel('Share of the creator');
    await slider.focus();
    for (let step = 0; step < 3; step++) await slider.press('ArrowLeft');
    const share = Number(await slider.inputValue());
    await page
      .locator('#settlement')
      .getByText(`Creator, ${share / 100} %`)
      .waitFor();
    const shown = (await page.locator('#settlement .totals > div').first().innerText()).replaceAll(/\s+/g, ' ');
    const [, toCreator = ''] = /% ([\d.]+) USDT/.exec(shown) ?? [];
    const split = page.locator('#settlement-share');
    expect(await split.locator('input').inputValue()).toBe(String(share));
    await page.locator('summary', { hasText: 'Split' }).click();
    const question = page.locator('details', { has: split });
    await question.getByLabel('Reason').fill('Most of it is done.');
    await question.getByRole('button', { name: 'Pay both as shown' }).click();
    expect(Number(toCreator), shown).toBeGreaterThan(0);
    const paid = async () => Number((await work.creator.api.get('/wallet')).body.data.balance.raw) / 1e6;
    await expect.poll(paid).toBe(Number(toCreator));
    await market.expectSoundLedger();
  });
});

test('without script the preview says that it shows the saved draft', async () => {
  const { id } = await market.aCreator();
  const { html } = await (await visitorOf(market, baseUrl, id)).get('/cabinet/page');
  expect(wordsOf(html)).toContain('The draft as it is saved, as visitors would see it.');
});
