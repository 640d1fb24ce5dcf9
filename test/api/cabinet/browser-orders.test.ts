import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { keyedVisitor } from '../../support/cabinet/keyed-visitor.ts';
import type { Visitor } from '../../support/cabinet/visitor.ts';
import { aFile } from '../../support/market/files.ts';
import { created, marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);

describe.skipIf(!isBrowserHere)('work in a browser with script', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await market.close();
  });

  const pageOf = async (visitor: Visitor): Promise<Page> => (await contextOf(browser, visitor, baseUrl)).newPage();

  test('a creator uploads files from the page, and the advertiser approves them', async () => {
    const listing = await market.aListing({ proofModes: ['PRIVATE_FILE'] });
    const { id } = await market.anAdvertiser({ fundsCents: 100_000 });
    const buyer = { id, ...(await keyedVisitor(market, baseUrl, id)) };
    const seller = await keyedVisitor(market, baseUrl, listing.creator.id);
    const { assignments } = created(await market.checkOut(buyer, await market.aQuote(buyer, listing))).body.data;
    const address = `${baseUrl}/cabinet/work/${assignments[0].id}`;

    const page = await pageOf(seller.visitor);
    const { sideEffects } = watch(page);
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.locator('input[type=file]').setInputFiles([
      { name: 'proof.png', mimeType: 'image/png', buffer: aFile['image/png'](20) },
      { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not an image') },
      { name: 'clip.mp4', mimeType: 'video/mp4', buffer: aFile['video/mp4']() },
    ]);
    await page.locator('input[name=uploadIds]').nth(1).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Try again: broken.png' }).waitFor();
    await page.getByRole('button', { name: 'Deliver the files' }).click();
    await page.getByRole('link', { name: 'clip.mp4' }).waitFor();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('The results are submitted.').waitFor();
    // The browser itself logs the status of the refused file.
    expect(sideEffects.filter((text) => !text.includes('status of 400'))).toEqual([]);

    const other = await pageOf(buyer.visitor);
    await other.goto(address);
    await other.getByText('Approve', { exact: true }).first().click();
    await other.getByRole('button', { name: 'Approve', exact: true }).click();
    await other.getByText('The work is approved and the creator is paid.').first().waitFor();
    expect((await seller.api.get('/wallet/transactions')).body.data).toMatchObject([{ type: 'PAYOUT' }]);
    await market.expectSoundLedger();
  });

  test('a package of five shows five dates, and the quote a clock', async () => {
    const listing = await market.aListing();
    const { id } = await market.anAdvertiser({ fundsCents: 100_000 });
    const buyer = { id, ...(await keyedVisitor(market, baseUrl, id)) };
    const page = await pageOf(buyer.visitor);
    const { sideEffects } = watch(page);
    await page.goto(`${baseUrl}/cabinet/orders/new?creator=${listing.creator.publicId}&service=${listing.id}`);
    await page.getByLabel('Brief').fill('Show the product.');
    await page.getByLabel('Service and package').selectOption(`${listing.id}:5:1000`);
    await page.getByLabel('Expected, number 5').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).last().click();
    await page.getByRole('button', { name: 'Get a quote' }).click();
    await page.getByText(/\(\d+:\d\d left\)/).waitFor();
    await page.getByRole('button', { name: 'Confirm and reserve 472.50 USDT' }).click();
    await page.getByText('The order is confirmed').waitFor();
    expect(sideEffects).toEqual([]);
    await market.expectSoundLedger();
  });
});
