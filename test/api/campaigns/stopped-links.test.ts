import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { changeStaff } from '../../../scripts/grant-staff.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { refused } from '../../support/contract/expectations.ts';
import { campaignsOf, dataOf, move } from '../../support/market/campaigns.ts';
import { marketOf } from '../../support/market/market.ts';
import { aPerson, type Person } from '../../support/market/people.ts';
import { sellersOf } from '../../support/market/sellers.ts';
import { aLink, destinationUrl, visitorsOf } from '../../support/market/tracking-links.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const campaigns = campaignsOf(baseUrl, market);
const visit = visitorsOf(baseUrl);
afterAll(() => market.close());

const aStaff = async (): Promise<Person> => {
  const staff = await aPerson(baseUrl, { roles: ['ADVERTISER'] });
  await changeStaff(shared.adminDatabaseUrl, 'grant', staff.email);
  await staff.api.patch('/me', { displayName: 'Of staff' });
  return staff;
};

/** A link that has redirected, so that the isolate knows it. */
async function aKnownLink() {
  const advertiser = await campaigns.anAdvertiser();
  const campaign = await campaigns.aRunning(advertiser);
  const link = await aLink(advertiser, campaign);
  expect((await visit(link)).status).toBe(302);
  return { advertiser, campaign, link };
}

type Link = Awaited<ReturnType<typeof aKnownLink>>['link'];

/** Visits a link until it no longer redirects, and returns the page and the milliseconds. */
async function untilStopped(link: Link) {
  const startedAt = performance.now();
  for (;;) {
    const reply = await visit(link);
    const elapsed = performance.now() - startedAt;
    if (reply.status !== 302 || elapsed > 5_000) return { reply, elapsed };
    await pause(20);
  }
}

async function expectStopped(link: Link, reason: string) {
  const { reply, elapsed } = await untilStopped(link);
  expect(elapsed).toBeLessThan(1_000);
  expect([reply.status, reply.headers.get('location')]).toEqual([410, null]);
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(reply.headers.get('x-robots-tag')).toBe('noindex');
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(reply.text).toContain('switched off');
  expect(reply.text).toContain(reason);
  expect(reply.text).not.toContain('shop.example');
}

describe('a link before the start of its campaign', () => {
  test('shows a page that it is not active yet, and redirects from the start on', async () => {
    const advertiser = await campaigns.anAdvertiser();
    const draft = await campaigns.aDraft(advertiser);
    const link = await aLink(advertiser, draft);
    const early = await visit(link);
    expect([early.status, early.headers.get('location')]).toEqual([404, null]);
    expect(early.headers.get('cache-control')).toBe('no-store');
    expect(early.text).toContain('It works from the start of its campaign.');
    dataOf(await move(advertiser, draft, 'start'));
    expect((await visit(link)).headers.get('location')).toBe(destinationUrl);
  });

  test('a link of a campaign that was cancelled as a draft is gone, and names this reason', async () => {
    const advertiser = await campaigns.anAdvertiser(0);
    const draft = await campaigns.aDraft(advertiser);
    const link = await aLink(advertiser, draft);
    dataOf(await move(advertiser, draft, 'cancel'));
    await expectStopped(link, 'Its campaign was cancelled before its start.');
    const staff = await aStaff();
    const listed = (await staff.api.get(`/staff/tracking-links?code=${link.code}`)).body.data;
    expect(listed).toEqual([expect.objectContaining({ state: 'CAMPAIGN_CANCELLED' })]);
  });
});

describe('a link that was switched off', () => {
  test('stops within a second when its advertiser is suspended, and redirects again afterwards', async () => {
    const { advertiser, link } = await aKnownLink();
    const staff = await aStaff();
    const suspend = (suspended: boolean) =>
      staff.api.put(`/staff/users/${advertiser.userId}/suspension`, { suspended, reason: 'Under investigation' });
    dataOf(await suspend(true));
    await expectStopped(link, 'suspended');
    dataOf(await suspend(false));
    expect((await visit(link)).status).toBe(302);
  });

  test('stops within a second when its advertiser has deleted the account', async () => {
    const { advertiser, campaign, link } = await aKnownLink();
    dataOf(await move(advertiser, campaign, 'cancel'));
    expect((await visit(link)).status).toBe(302);
    await market.pool.query(`update users set deleted_at = now() where id = $1`, [advertiser.userId]);
    await expectStopped(link, 'deleted');
  });

  test('stops within a second when staff blocks it, and its advertiser sees why', async () => {
    const { advertiser, campaign, link } = await aKnownLink();
    const staff = await aStaff();
    const block = (body: object) => staff.api.put(`/staff/tracking-links/${link.id}/block`, body);
    const answer = dataOf(await block({ blocked: true, reason: 'Phishing <b>' }));
    expect(answer).toEqual({ id: link.id, blocked: true, blockedAt: expect.any(String), reason: 'Phishing <b>' });
    await expectStopped(link, 'for this reason: Phishing &lt;b&gt;');
    const seen = async () => (await advertiser.keyed.get(`/campaigns/${campaign.id}/tracking-links`)).body.data[0];
    expect(await seen()).toMatchObject({ blockedAt: answer.blockedAt, blockReason: 'Phishing <b>' });
    expect(dataOf(await block({ blocked: true, reason: 'Malware' }))).toEqual({ ...answer, reason: 'Malware' });
    expect(dataOf(await block({ blocked: false }))).toEqual({
      id: link.id,
      blocked: false,
      blockedAt: null,
      reason: null,
    });
    expect(await seen()).toMatchObject({ blockedAt: null, blockReason: null });
    expect((await visit(link)).status).toBe(302);
  });

  test('a blocked link of a deleted owner does not show what staff wrote', async () => {
    const { advertiser, link } = await aKnownLink();
    const staff = await aStaff();
    const path = `/staff/tracking-links/${link.id}/block`;
    dataOf(await staff.api.put(path, { blocked: true, reason: 'It copies the shop of Anna' }));
    await market.pool.query(`update users set deleted_at = now() where id = $1`, [advertiser.userId]);
    await expectStopped(link, 'The account that made it was deleted.');
    expect((await visit(link)).text).not.toContain('Anna');
  });

  test('a link is blocked by staff alone, with a reason', async () => {
    const { advertiser, link } = await aKnownLink();
    const path = `/staff/tracking-links/${link.id}/block`;
    expect((await advertiser.api.put(path, { blocked: true, reason: 'Mine' })).status).toBe(403);
    const staff = await aStaff();
    refused(await staff.api.put(path, { blocked: true }), 'VALIDATION_FAILED');
    refused(
      await staff.api.put('/staff/tracking-links/9007199254740991/block', { blocked: false }),
      'RESOURCE_NOT_FOUND',
    );
  });
});

describe('the offer of a creator', () => {
  /** A link for the account of a creator who has taken the offer, and what the creator gets of it. */
  async function aGivenLink() {
    const { advertiser, campaign } = await aKnownLink();
    const creator = await aPerson(baseUrl, { roles: ['CREATOR'] });
    const socialAccountId = await sellersOf(market).anAccount(creator.userId);
    dataOf(await creator.keyed.post(`/offers/${campaign.id}/take`, {}));
    const link = await aLink(advertiser, campaign, { socialAccountId });
    const seen = async () => {
      const { data } = (await creator.keyed.get('/offers?limit=1')).body;
      const one = dataOf(await creator.keyed.get(`/offers/${campaign.id}`));
      const { html } = await (await signedIn(baseUrl, creator)).get(`/cabinet/offers/${campaign.id}`);
      const given = [data[0], one].map(({ trackingLinks }) => trackingLinks.map(({ id }: Link) => id));
      return { given, isOnPage: html.includes(link.url) };
    };
    return { link, seen, all: { given: [[link.id], [link.id]], isOnPage: true } };
  }
  const none = { given: [[], []], isOnPage: false };

  test('the offer lacks a link while staff blocks it', async () => {
    const { link, seen, all } = await aGivenLink();
    expect(await seen()).toEqual(all);
    const staff = await aStaff();
    const block = (body: object) => staff.api.put(`/staff/tracking-links/${link.id}/block`, body);
    dataOf(await block({ blocked: true, reason: 'Phishing' }));
    expect(await seen()).toEqual(none);
    dataOf(await block({ blocked: false }));
    expect(await seen()).toEqual(all);
  });

  test('the offer lacks a link whose stored destination is refused', async () => {
    const { link, seen } = await aGivenLink();
    const mixed = 'https://xn--pypal-4ve.example/';
    await market.pool.query('update tracking_links set destination_url = $2 where id = $1', [link.id, mixed]);
    expect(await seen()).toEqual(none);
  });
});

describe('a stored destination that new links may not have', () => {
  /** Known links with these stored destinations. */
  async function knownLinks(destinations: readonly string[]): Promise<Link[]> {
    const { advertiser, campaign } = await aKnownLink();
    return Promise.all(
      destinations.map(async (destination) => {
        const link = await aLink(advertiser, campaign);
        expect((await visit(link)).status).toBe(302);
        await market.pool.query('update tracking_links set destination_url = $2 where id = $1', [link.id, destination]);
        return link;
      }),
    );
  }

  test('does not redirect any more, and the page says why', async () => {
    const reasons = {
      'https://user@shop.example/': 'must not contain a user name or a password',
      'https://user:secret@shop.example/': 'must not contain a user name or a password',
      'https://10.0.0.1/': 'not an IP address',
      'https://0x0a000001/': 'not an IP address',
      'https://[2001:db8::1]/': 'not an IP address',
      'http://shop.example/': 'https address',
      // Each has a Cyrillic letter among Latin ones.
      'https://p\u0430ypal.example/': 'letters are of one script',
      'https://xn--pypal-4ve.example/': 'letters are of one script',
      'https://www.xn--pypal-4ve.example./': 'letters are of one script',
    };
    const stopped = await Promise.all((await knownLinks(Object.keys(reasons))).map(untilStopped));
    for (const [n, [destination, reason]] of Object.entries(reasons).entries()) {
      const reply = stopped[n]?.reply;
      expect([reply?.status, reply?.headers.get('location')], destination).toEqual([410, null]);
      expect(reply?.text, destination).toContain(reason);
    }
  });

  test('still redirects when its letters are of one script', async () => {
    const destinations = ['https://xn--mnchen-3ya.example/', 'https://xn--e1afmkfd.example/'];
    const links = await knownLinks(destinations);
    const locations = () => Promise.all(links.map(async (link) => (await visit(link)).headers.get('location')));
    await expect.poll(locations).toEqual(destinations);
  });
});

test('a link works with a slash at its end', async () => {
  const { link } = await aKnownLink();
  for (let n = 0; n < 2; n += 1)
    expect((await visit({ code: `${link.code}/` })).headers.get('location')).toBe(destinationUrl);
});
