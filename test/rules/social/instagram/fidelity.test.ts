import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { answers } from '../../../../functions/platform/social/instagram/answers.ts';
import { instagram } from '../../../../functions/platform/social/instagram/instagram.ts';
import { spentWindow } from '../../../../functions/platform/social/instagram/usage.ts';
import type { Counts } from '../../../../functions/platform/social/social-platform.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { onePost, type Recorded, serveInstagram } from '../../../support/social/instagram-answers.ts';
import { grantToken } from '../../../support/social/plain-world.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const by = { accessToken: grantToken, externalId: '17841405822304914' };

/** The reading of one post that nothing has listed before. */
async function read(insights: Recorded, media: object = {}) {
  const shortcode = randomBytes(8).toString('base64url');
  const endpoint = await serveInstagram(onePost(shortcode, insights, media));
  const reading = instagram({ apiUrl: endpoint.url }, new CountingMeter()).posts([shortcode], by);
  return Object((await reading.finally(() => endpoint.stop())).get(shortcode));
}
const countsOf = async (insights: Recorded): Promise<Counts> => (await read(insights)).counts;
const unknown = { likes: 'UNAVAILABLE', comments: 'UNAVAILABLE', saves: 'UNAVAILABLE', shares: 'UNAVAILABLE' };

async function channelIn(body: unknown) {
  const endpoint = await serveInstagram({ '/me': { body } });
  const channel = instagram({ apiUrl: endpoint.url }, new CountingMeter()).channel('OWN', by);
  return channel.finally(() => endpoint.stop());
}

describe("Instagram's documented example", () => {
  test('of the account gives the channel, also without the list around it', async () => {
    const known = { externalId: '17841405822304914', handle: 'bluebottle', title: 'bluebottle', description: '' };
    const [user] = fidelity.me.body.data;
    expect(await channelIn(fidelity.me.body)).toEqual({ ...known, avatarUrl: null, followers: null });
    expect(await channelIn({ ...user, id: '5', new_field: {} })).toMatchObject(known);
  });

  test('of the media list parses with the fields that this service asks for', () => {
    const asked = { permalink: 'https://www.instagram.com/p/Cx1/', timestamp: fidelity.timestamp.value };
    const data = fidelity.media.body.data.map((item) => ({ ...item, ...asked }));
    const page = answers.page().parse({ ...fidelity.media.body, data });
    expect(page.data.usable.map(({ id }) => id)).toEqual([
      '17918195224117851',
      '17895695668004550',
      '17899305451014820',
    ]);
    expect(new Date(page.data.usable[0]?.timestamp ?? '')).toEqual(new Date('2019-04-05T07:56:32Z'));
    expect(page.paging.next).toBeUndefined();
  });

  test('of insights gives the metrics that it has, and no 0 for the others', async () => {
    expect(await countsOf(fidelity.mediaInsights)).toEqual({ ...unknown, views: 8 });
    expect(await countsOf(fidelity.mediaInsightsWithBreakdown)).toEqual({ ...unknown, views: 'UNAVAILABLE' });
    expect(await countsOf({ body: { data: [] } })).toEqual({ ...unknown, views: 'UNAVAILABLE' });
  });

  test('of an error is read as the refusal of the token', async () => {
    const endpoint = await serveInstagram({ '/me': { status: 400, body: fidelity.error.body } });
    const failure = await failureOf(instagram({ apiUrl: endpoint.url }, new CountingMeter()).channel('OWN', by));
    await endpoint.stop();
    expect(failure.kind).toBe('GRANT_REFUSED');
    expect(String(failure.cause)).toContain('190/460');
  });

  test('of usage closes a window only at 100 percent', () => {
    const stated = (account: string, app = '') =>
      spentWindow(new Headers({ 'x-business-use-case-usage': account, 'x-app-usage': app }));
    expect(stated(fidelity.usage.account, fidelity.usage.app)).toBeNull();
    expect(stated(fidelity.usage.account.replace('95', '100'))).toEqual({ of: 'ACCOUNT', waitSeconds: 1_140 });
    expect(stated('{}', fidelity.usage.app.replace('28', '100'))).toEqual({ of: 'APPLICATION', waitSeconds: null });
    for (const text of ['', '{', '[]', '{"1":7}', '{"1":[{"call_count":"100"}]}'])
      expect(stated(text, text)).toBeNull();
  });

  test.each([-1, 1.5, 2 ** 53, '7'])('with the count %s is malformed', async (value) => {
    const insights = { body: { data: [{ name: 'views', values: [{ value }] }] } };
    expect((await failureOf(read(insights))).kind).toBe('SILENT');
  });

  test.each([
    [{ media_type: 'VIDEO', media_product_type: 'REELS' }, 'VIDEO', 'https://scontent.cdninstagram.com/t.jpg'],
    [{ media_type: 'IMAGE', media_product_type: 'FEED' }, 'PHOTO', 'https://scontent.cdninstagram.com/t.jpg'],
    [{ media_type: 'CAROUSEL_ALBUM' }, 'CAROUSEL', 'https://scontent.cdninstagram.com/t.jpg'],
    [{ media_type: 'VIDEO', thumbnail_url: undefined }, 'VIDEO', null],
    [{ media_type: 'IMAGE', thumbnail_url: undefined }, 'PHOTO', 'https://scontent.cdninstagram.com/m'],
  ])('with the media %o is a %s', async (media, mediaType, coverUrl) => {
    const pictures = {
      thumbnail_url: 'https://scontent.cdninstagram.com/t.jpg',
      media_url: 'https://scontent.cdninstagram.com/m',
    };
    const reading = await read(fidelity.mediaInsights, { ...pictures, caption: 'New #Coffee', extra: 1, ...media });
    expect(reading).toMatchObject({ mediaType, coverUrl, title: 'New #Coffee', hashtags: ['Coffee'] });
  });
});
