import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, isBrowserHere, openBrowser } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { aFile } from '../../support/market/files.ts';
import { marketOf } from '../../support/market/market.ts';
import { controlOf } from '../../support/stack/control.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl, storeUrl } = shared;
const market = marketOf(shared);
const control = controlOf(shared.controlUrl);
const toStore = (url: URL) => url.href.startsWith(storeUrl);

describe.skipIf(!isBrowserHere)('a file in a browser', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await openBrowser();
    const { assignmentIn, act, must } = assignmentsOf(market, baseUrl);
    const work = await assignmentIn('PENDING', { proofModes: ['PRIVATE_FILE'] });
    await must(act(work, work.creator.api, 'accept'));
    const { id, creator } = work;
    page = await (await contextOf(browser, await visitorOf(market, baseUrl, creator.id), baseUrl)).newPage();
    await page.goto(`${baseUrl}/cabinet/work/${id}`);
  });
  afterAll(async () => {
    await browser?.close();
    await market.close();
  });

  const choose = (name: string) =>
    page.locator('input[type=file]').setInputFiles([{ name, mimeType: 'image/png', buffer: aFile['image/png'](20) }]);
  const rowOf = (name: string) => page.locator('.uploads li').filter({ hasText: name });

  /** The service has checked the file that this row of the form names. */
  async function expectVerified(name: string): Promise<void> {
    const uploadId = await rowOf(name).locator('input[name=uploadIds]').inputValue();
    const { status } = await market.one('select status from private_uploads where id = $1 and file_name = $2', [
      uploadId,
      name,
    ]);
    expect(status).toBe('VERIFIED');
  }

  test('shows its progress while it is sent', async () => {
    const held = Promise.withResolvers<void>();
    await page.route(toStore, async (route) => {
      await held.promise;
      await route.continue();
    });
    await choose('bar.png');
    const bar = rowOf('bar.png').locator('progress');
    await bar.waitFor({ state: 'visible' });
    expect(await bar.getAttribute('aria-label')).toBe('Upload of bar.png');
    held.resolve();
    await rowOf('bar.png').getByText('uploaded').waitFor();
    expect(await bar.evaluate((element) => [Reflect.get(element, 'value'), element.hidden])).toEqual([1, true]);
    await page.unroute(toStore);
    await expectVerified('bar.png');
  });

  test('that was interrupted is sent again to a newly signed address, and verified', async () => {
    const sent: Request[] = [];
    await page.route(toStore, async (route) => {
      if (route.request().method() === 'PUT' && sent.push(route.request()) === 1) await route.abort('connectionreset');
      else await route.continue();
    });
    await choose('again.png');
    await rowOf('again.png').getByText('The connection to the file storage was interrupted.').waitFor();
    // A signature states its second.
    const begun = (await control.now()).getTime();
    await expect.poll(async () => (await control.now()).getTime()).toBeGreaterThan(begun + 1_000);
    await page.getByRole('button', { name: 'Try again: again.png' }).click();
    await rowOf('again.png').getByText('uploaded').waitFor();
    const [first, second] = sent.map((request) => new URL(request.url()));
    expect(sent).toHaveLength(2);
    expect(second?.pathname).toBe(first?.pathname);
    expect(second?.searchParams.get('X-Amz-Signature')).not.toBe(first?.searchParams.get('X-Amz-Signature'));
    await page.unroute(toStore);
    await expectVerified('again.png');
  });

  test.each([
    ['dropped', 'drop', 'dataTransfer'],
    ['pasted', 'paste', 'clipboardData'],
  ])('that is %s on the form is sent and verified', async (name, event, property) => {
    const bytes = aFile['image/png'](20).toString('base64');
    await page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0));
      const ${property} = new DataTransfer();
      ${property}.items.add(new File([bytes], '${name}.png', { type: 'image/png' }));
      const kind = '${event}' === 'drop' ? DragEvent : ClipboardEvent;
      document.querySelector('[data-uploads] [name="note"]').dispatchEvent(new kind('${event}', { ${property}, bubbles: true, cancelable: true }));
    })()`);
    await rowOf(`${name}.png`).getByText('uploaded').waitFor();
    await expectVerified(`${name}.png`);
  });

  test.each([
    [
      'cut.png',
      'image/png',
      aFile['image/png'](20).subarray(0, -9),
      'The PNG file is not complete: its end is missing.',
    ],
    ['renamed.png', 'image/png', aFile['image/jpeg'](), 'The file is JPEG, not PNG as announced.'],
    ['IMG_1.HEIC', '', Buffer.alloc(90, 1), 'HEIC pictures are not accepted,'],
  ])('named %s is refused with the reason beside its name', async (name, mimeType, buffer, reason) => {
    await page.locator('input[type=file]').setInputFiles([{ name, mimeType, buffer }]);
    await rowOf(name).getByText(reason).waitFor();
    expect(await rowOf(name).locator('input[name=uploadIds]').count()).toBe(0);
  });

  test('whose type the browser does not know is sent as what its name ends in', async () => {
    const file = { name: 'phone.m4v', mimeType: '', buffer: aFile['video/mp4'](20) };
    await page.locator('input[type=file]').setInputFiles([file]);
    await rowOf('phone.m4v').getByText('uploaded').waitFor();
    await expectVerified('phone.m4v');
  });

  test('that was tried again, dropped or pasted is delivered with the others', async () => {
    await page.getByRole('button', { name: 'Deliver the files' }).click();
    for (const name of ['bar.png', 'again.png', 'dropped.png', 'pasted.png', 'phone.m4v'])
      await page.getByRole('link', { name }).waitFor();
  });
});
