import { afterEach, expect, test } from 'vitest';
import { visitorAt } from '../../support/cabinet/visitor.ts';
import { creditsOf } from '../../support/credits.ts';
import { wordsOf } from '../../support/html.ts';
import { dataOf } from '../../support/market/campaigns.ts';
import { factoriesOf } from '../../support/market/factories.ts';
import { scansOf } from '../../support/market/scans.ts';
import { connect } from '../../support/social/sign-in.ts';
import { type OwnMarket, ownMarket } from '../../support/stack/own-market.ts';

let own: OwnMarket;
// Another stack, because the scans of others would delay these.
let scans: ReturnType<typeof scansOf>;
ownMarket((made) => {
  own = made;
  scans = scansOf(made);
});
afterEach(async () => {
  await own.market.expectSoundLedger();
  await scans.rest();
});

const youTube = { platform: 'YOUTUBE', viewDefinition: 'YOUTUBE_2025_03_31' };
const tikTok = { platform: 'TIKTOK', viewDefinition: null };
const mixed = 'Mixes the definitions of a view by TikTok and YouTube (since 31 March 2025)';

test('the list of factories names each definition of a view that a sum mixes, and only while the sum has its views', async () => {
  const { anOwner, aFactory, add } = factoriesOf(own.stack.baseUrl);
  const owner = await anOwner();
  dataOf(await owner.api.patch('/me', { roles: ['ADVERTISER', 'CREATOR'] }));
  await creditsOf(own.market).addCredits(owner.userId, 100);
  const connected = `tt${Date.now() % 1e6}`;
  await connect(owner, connected, { platform: 'TIKTOK' });
  const factory = await aFactory(owner);
  expect(factory.viewDefinitions).toEqual([]);
  dataOf(await add(owner, factory, { platform: 'TIKTOK', handle: connected }), 201);
  for (const handle of [`one${connected}`, `two${connected}`]) {
    await scans.publish(handle, 1);
    dataOf(await add(owner, factory, { handle }), 201);
  }
  await scans.scanned();
  const listed = async () => (await owner.keyed.get('/factories')).body.data[0];
  const summary = (await owner.keyed.get(`/factories/${factory.id}/summary`)).body.data;
  expect(summary.viewDefinitions).toEqual([tikTok, youTube]);
  expect(await listed()).toMatchObject({ views: summary.views, viewDefinitions: [tikTok, youTube] });
  const key = crypto.randomUUID();
  const rename = () =>
    owner.api.patch(`/factories/${factory.id}`, { expectedVersion: factory.version, name: 'Teas' }, { key });
  const changed = await rename();
  expect(dataOf(changed).viewDefinitions).toEqual([tikTok, youTube]);
  expect((await rename()).text).toBe(changed.text);
  const visitor = visitorAt(own.stack.baseUrl);
  await visitor.post('/sign-in', Object.entries({ email: owner.email, password: owner.password }));
  const page = async () => wordsOf((await visitor.get('/cabinet/factories')).html);
  expect(await page()).toContain(mixed);
  // The views that were measured under a grant do not count after its end.
  const [{ id }] = (await owner.api.get('/social-accounts')).body.data;
  dataOf(await owner.api.delete(`/social-accounts/${id}/connection`));
  expect(await listed()).toMatchObject({ viewDefinitions: [youTube] });
  expect(await page()).not.toContain('Mixes');
  expect(dataOf(await rename()).viewDefinitions).toEqual([youTube]);
});
