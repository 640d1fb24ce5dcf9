import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isBrowserHere, openBrowser, watch } from '../../support/browser.ts';
import { contextOf } from '../../support/cabinet/browser-context.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { aFile } from '../../support/market/files.ts';
import { anInstagramPost } from '../../support/market/instagram-posts.ts';
import { marketOf } from '../../support/market/market.ts';
import { ownershipOf } from '../../support/market/ownership.ts';
import { aPicture, side } from '../../support/market/portfolios.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);

describe.skipIf(!isBrowserHere)('uploads in a browser with script', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await market.close();
  });

  async function pageFor(userId: number, path: string): Promise<Page> {
    const context = await contextOf(browser, await visitorOf(market, baseUrl, userId), baseUrl);
    const page = await context.newPage();
    await page.goto(baseUrl + path);
    return page;
  }

  test('evidence of ownership is uploaded, attached and submitted', async () => {
    const { id: userId } = await market.aCreator();
    const channel = await ownershipOf({ market, baseUrl }).aChannel(userId);
    const page = await pageFor(userId, `/cabinet/channels/${channel.id}/ownership`);
    const { sideEffects } = watch(page);
    await page.getByText('Attach files for the review').click();
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'studio.png', mimeType: 'image/png', buffer: aFile['image/png'](20) }]);
    await page.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
    await page.getByLabel('Note').fill('My signed-in view.');
    await page.getByRole('button', { name: 'Attach', exact: true }).click();
    await page.getByText('The files are attached.').waitFor();
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await page.getByText('The proof is submitted.').waitFor();
    expect(sideEffects).toEqual([]);
    const files = await market.one('select count(*)::int from ownership_evidence where channel_id = $1', [channel.id]);
    expect(files.count).toBe(1);
  });

  test('a picture of the portfolio is uploaded, replaced by another one before it is added, and added', async () => {
    const { id: userId } = await market.aCreator();
    const page = await pageFor(userId, '/cabinet/page/portfolio');
    const { sideEffects } = watch(page);
    for (const name of ['stage.png', 'studio.png']) {
      const file = { name, mimeType: 'image/png', buffer: aPicture() };
      await page.locator('input[type=file]').setInputFiles([file]);
      await page.getByText(name).waitFor();
      await page.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
    }
    expect(await page.locator('input[name=uploadIds]').count()).toBe(1);
    await page.getByLabel('Caption').fill('A studio');
    await page.getByRole('button', { name: 'Add picture' }).click();
    await page.getByText('The picture is in your portfolio.').waitFor();
    const picture = page.getByRole('img', { name: 'A studio' });
    const width = () => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'));
    await expect.poll(width).toBe(side);
    expect(sideEffects).toEqual([]);
  });

  test('a large picture becomes smaller before it is sent', async () => {
    const creator = await market.aCreator();
    const page = await pageFor(creator.id, '/cabinet/page/portfolio');
    const large = await page.evaluate(`(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1200 });
      canvas.getContext('2d').fillRect(0, 0, 100, 100);
      return canvas.toDataURL().split(',')[1];
    })()`);
    const file = { name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(String(large), 'base64') };
    await page.locator('input[type=file]').setInputFiles([file]);
    await page.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Add picture' }).click();
    await page.getByText('The picture is in your portfolio.').waitFor();
    const stored = await market.one('select width, height from portfolio_pictures where creator_id = $1', [creator.id]);
    expect(stored).toEqual({ width: 1_600, height: 800 });
  });

  test('a statement with a picture is added, and the other party and staff open the picture', async () => {
    const { id, creator, advertiser } = await assignmentsOf(market, baseUrl).assignmentIn('DISPUTED');
    const page = await pageFor(advertiser.id, `/cabinet/work/${id}`);
    const { sideEffects } = watch(page);
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'shelf.png', mimeType: 'image/png', buffer: aFile['image/png'](20) }]);
    await page.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
    await page.getByLabel('Statement').fill('It is not on the shelf.');
    await page.getByRole('button', { name: 'Add the statement' }).click();
    await page.getByText('Your statement is added.').waitFor();
    expect(sideEffects).toEqual([]);
    const desk = `/cabinet/staff/disputes/${id}`;
    for (const [reader, path, name] of [
      [creator.id, `/cabinet/work/${id}`, 'shelf.png'],
      [await market.aUser(['STAFF']), desk, 'shelf.png'],
    ] as const) {
      const other = await pageFor(reader, path);
      expect(await other.locator('.timeline').innerText()).toContain('It is not on the shelf.');
      const href = await other.getByRole('link', { name }).getAttribute('href');
      const answer = await other.request.get(new URL(String(href), baseUrl).href);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
    }
  });

  test('staff uploads a screenshot of a post, and it becomes a proof', async () => {
    const { id } = await anInstagramPost(market, baseUrl);
    const page = await pageFor(await market.aUser(['STAFF']), `/cabinet/staff/posts/${id}`);
    const { sideEffects } = watch(page);
    const file = { name: 'tile.jpg', mimeType: 'image/jpeg', buffer: aFile['image/jpeg']() };
    await page.locator('input[type=file]').setInputFiles([file]);
    await page.locator('input[name=uploadIds]').waitFor({ state: 'attached' });
    await page.getByLabel('Taken at').fill(new Date(Date.now() - 60_000).toISOString().slice(0, 16));
    await page.getByLabel('Views in the screenshot').fill('48200');
    await page.locator('summary', { hasText: 'Add' }).click();
    await page.getByRole('button', { name: 'Add the screenshot' }).click();
    await page.getByText('The screenshot is a proof of the post.').waitFor();
    expect(sideEffects).toEqual([]);
    const proof = await market.one('select views::int from campaign_proofs where campaign_post_id = $1', [id]);
    expect(proof.views).toBe(48_200);
  });

  test('a recording of the statistics is uploaded and waits for staff', async () => {
    const { id: userId } = await market.aCreator();
    const accountId = await sellersOf(market).anAccount(userId);
    const page = await pageFor(userId, `/cabinet/accounts/${accountId}`);
    const { sideEffects } = watch(page);
    await page.getByRole('button', { name: 'Open a recording session' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'studio.mp4', mimeType: 'video/mp4', buffer: aFile['video/mp4']() }]);
    await page.getByText('In review').waitFor();
    expect(sideEffects).toEqual([]);
    const session = await market.one('select status from stats_sessions where social_account_id = $1', [accountId]);
    expect(session.status).toBe('UPLOADED');
  });
});
