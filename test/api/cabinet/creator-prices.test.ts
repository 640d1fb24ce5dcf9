import { expect, test } from 'vitest';
import { aCreatorAt, aStream, priced, shownAt, withRows } from '../../support/cabinet/creator-forms.ts';
import { formIn } from '../../support/cabinet/form-in.ts';
import { filled } from '../../support/cabinet/visitor.ts';
import { wordsOf } from '../../support/html.ts';
import { aPriceList, aService } from '../../support/market/prices.ts';
import { aChannel } from '../../support/market/sellers.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const channels = '/cabinet/channels';

test('the price editor shows the net amount of each package as the API computes it', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/prices`;
  const rows = await withRows(browser, path, 'prices', 'add:services');
  await browser.post(path, filled(rows, aStream(0, { 'packageOptions.2.discountBps': '12.5' })));
  const [service] = (await person.api.get(`/influencer-channels/${id}/pricing`)).body.data.services;
  expect(
    service.packageOptions.map(({ quantity, discountBps }: Record<string, number>) => [quantity, discountBps]),
  ).toEqual([
    [1, 0],
    [5, 1_000],
    [10, 1_250],
  ]);
  const words = await shownAt(browser, path);
  expect(words).toContain('Castline keeps 10');
  for (const { packageBase, creatorFee, net } of service.packageOptions)
    expect(words).toContain(`${priced(packageBase)} ${priced(creatorFee)} ${priced(net)}`);
  // The saved form, sent as it is, changes nothing but the version.
  expect((await browser.submit(path, 'prices')).status).toBe(303);
  const again = (await person.api.get(`/influencer-channels/${id}/pricing`)).body.data;
  expect(again.services).toEqual([service]);
});

test('prices that another tab has changed are shown again as they were typed, and the next save replaces them', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/prices`;
  const rows = filled(await withRows(browser, path, 'prices', 'add:services'), aStream(0, { title: 'Mine' }));
  const other = await withRows(browser, path, 'prices', 'add:services');
  await browser.post(path, filled(other, aStream(0, { title: 'The other one' })));
  const refused = await browser.post(path, rows);
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.html)).toContain('Somebody has saved these values since you opened the page');
  expect(refused.html).toContain('value="Mine"');
  expect((await browser.post(path, formIn(refused.html, 'prices'))).status).toBe(303);
  const { services } = (await person.api.get(`/influencer-channels/${id}/pricing`)).body.data;
  expect(services.map((one: { title: string; published: boolean }) => [one.title, one.published])).toEqual(
    expect.arrayContaining([
      ['The other one', false],
      ['Mine', true],
    ]),
  );
});

test('a validation error on the prices page uses the labels of the page', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/prices`;
  const rows = await withRows(browser, path, 'prices', 'add:services');
  const { html } = await browser.post(path, filled(rows, aStream(0, { proofModes: 'PUBLIC_URL', usageTerms: '' })));
  const words = wordsOf(html);
  expect(words).toContain('Usage terms (needed to publish)');
  expect(words).toContain(
    'Proof of delivery (1): must be one of “Public recording of the stream”, “File, delivered privately” for “Live stream”',
  );
  expect(words).toContain('Usage terms (1): are required to publish');
  expect(words).not.toMatch(/PUBLIC_VOD|usageTerms/);
});

test('an issue of a package is at the package that the creator has filled in', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const path = `${channels}/${id}/prices`;
  const rows = await withRows(browser, path, 'prices', 'add:services');
  // The API gets no package of 5, so the package of 10 is the second of its list.
  const discounts = { 'packageOptions.1.discountBps': '', 'packageOptions.2.discountBps': '99' };
  const { status, html } = await browser.post(path, filled(rows, aStream(0, discounts)));
  expect(status).toBe(400);
  expect(wordsOf(html)).toContain('Discount for 10: ');
  expect(html).toContain('id="prices-services-0-packageOptions-2-discountBps-error"');
  expect(html).not.toContain('packageOptions-1-discountBps-error');
});

test('a long list of services stays within the size of a page, and a save changes only the unfolded ones', async () => {
  const { person, browser } = await aCreatorAt(baseUrl);
  const { id } = await aChannel(person);
  const terms = 'Organic use for six months, worldwide. '.repeat(5);
  const services = Array.from({ length: 30 }, (_, index) =>
    aService({ title: `Service ${index}`, usageTerms: terms, proofTemplate: { allowPdf: index % 2 === 0 } }),
  );
  const pricing = `/influencer-channels/${id}/pricing`;
  expect((await person.api.put(pricing, aPriceList(services))).status).toBe(200);
  const before = (await person.api.get(pricing)).body.data.services;
  const path = `${channels}/${id}/prices?edit=${before[7].serviceListingId}`;
  const { html } = await browser.get(path);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  expect(html.match(/<textarea/g)).toHaveLength(1);
  const saved = await browser.submit(path, 'prices', { 'services.7.title': 'Changed' });
  expect(saved.status).toBe(303);
  const after = (await person.api.get(pricing)).body.data.services;
  expect(after).toEqual(
    before.map((service: object, index: number) => (index === 7 ? { ...service, title: 'Changed' } : service)),
  );
});
