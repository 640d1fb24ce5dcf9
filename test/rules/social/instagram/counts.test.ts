import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { instagram } from '../../../../functions/platform/social/instagram/instagram.ts';
import { CountingMeter } from '../../../support/social/counting-meter.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { onePost, type Recorded, refused, serveInstagram } from '../../../support/social/instagram-answers.ts';
import { grantToken } from '../../../support/social/plain-world.ts';

const by = { accessToken: grantToken, externalId: '17841405822304914' };
const values = (known: Readonly<Record<string, number>>): Recorded => ({
  body: { data: Object.entries(known).map(([name, value]) => ({ name, period: 'lifetime', values: [{ value }] })) },
});
const all = { views: 9, likes: 8, comments: 7, saved: 6, shares: 5 };
const unsupported = (names: string) =>
  refused(100, `The Media Insights API does not support the ${names} metric for this media product type.`);

async function read(insights: Recorded | readonly Recorded[], media: object = {}) {
  const shortcode = randomBytes(8).toString('base64url');
  const endpoint = await serveInstagram(onePost(shortcode, insights, media));
  const meter = new CountingMeter();
  try {
    const readings = await instagram({ apiUrl: endpoint.url }, meter).posts([shortcode], by);
    const asked = endpoint.asked.filter((path) => path.startsWith('/179/insights')).map((path) => path.split(' ')[1]);
    return { counts: Object(readings.get(shortcode)).counts, asked, calls: meter.calls };
  } finally {
    await endpoint.stop();
  }
}

describe('the counts of a post', () => {
  test('are measured in one request, a 0 as 0', async () => {
    expect(await read(values({ ...all, shares: 0 }))).toEqual({
      counts: { views: 9, likes: 8, comments: 7, saves: 6, shares: 0 },
      asked: ['views,likes,comments,saved,shares'],
      calls: 3,
    });
  });

  test.each([
    ['views', 'views'],
    ['views, shares', 'views,shares'],
  ])('without the metric %s, which Instagram refuses, are asked for again without it', async (names, gone) => {
    const { counts, asked, calls } = await read([unsupported(names), values(all)]);
    const left = ['views', 'likes', 'comments', 'saved', 'shares'].filter((name) => !gone.split(',').includes(name));
    expect(asked).toEqual(['views,likes,comments,saved,shares', left.join(',')]);
    expect(counts.views).toBe('NOT_OFFERED');
    expect([counts.likes, counts.comments, counts.saves, calls]).toEqual([8, 7, 6, 4]);
  });

  test('leave out the metric whose place an error names', async () => {
    const error = refused(100, '(#100) metric[3] must be one of the following values: views, likes, comments, shares');
    const { counts, asked } = await read([error, values(all)]);
    expect(asked[1]).toBe('views,likes,comments,shares');
    expect(counts).toEqual({ views: 9, likes: 8, comments: 7, saves: 'NOT_OFFERED', shares: 5 });
  });

  test('are asked for one by one when the error names no metric', async () => {
    const unnamed = refused(100, '(#100) Paramètre non valide');
    const { counts, asked, calls } = await read([unnamed, values(all), unnamed, values(all), values(all), values({})]);
    expect(asked.slice(1)).toEqual(['views', 'likes', 'comments', 'saved', 'shares']);
    expect(counts).toEqual({ views: 9, likes: 'NOT_OFFERED', comments: 7, saves: 6, shares: 'UNAVAILABLE' });
    expect(calls).toBe(8);
  });

  test('take at most six requests, whatever Instagram refuses', async () => {
    const { counts, asked } = await read([unsupported('views'), refused(100, '(#100) Invalid parameter')]);
    expect(asked).toHaveLength(6);
    expect(new Set(Object.values(counts))).toEqual(new Set(['NOT_OFFERED']));
  });

  test('from before the switch to a professional account are not offered', async () => {
    const { counts, asked } = await read(refused(100, 'Conteúdos publicados antes', 2_108_006));
    expect(new Set(Object.values(counts))).toEqual(new Set(['NOT_OFFERED']));
    expect(asked).toHaveLength(1);
  });

  test('of a story are views and shares', async () => {
    const { counts, asked } = await read(values({ views: 9, shares: 1 }), { media_product_type: 'STORY' });
    expect(asked).toEqual(['views,shares']);
    expect(counts).toEqual({
      ...{ views: 9, shares: 1 },
      ...{ likes: 'NOT_OFFERED', comments: 'NOT_OFFERED', saves: 'NOT_OFFERED' },
    });
  });

  test('of a story with few viewers are unavailable, and a missing permission elsewhere is a refusal', async () => {
    const few = refused(10, '(#10) Not enough viewers for the media to show insights');
    expect((await read(few, { media_product_type: 'STORY' })).counts).toMatchObject({ views: 'UNAVAILABLE' });
    expect((await read(few)).counts).toMatchObject({ views: 'UNAVAILABLE', saves: 'UNAVAILABLE' });
    const denied = refused(10, '(#10) Application does not have permission for this action');
    expect((await failureOf(read(denied))).kind).toBe('GRANT_REFUSED');
  });

  test.each([
    [4, 'LIMITED'],
    [17, 'LIMITED'],
    [32, 'LIMITED'],
    [613, 'LIMITED'],
    [80_002, 'LIMITED'],
    [190, 'GRANT_REFUSED'],
    [200, 'GRANT_REFUSED'],
    [299, 'GRANT_REFUSED'],
    [1, 'SILENT'],
    [2, 'SILENT'],
  ])('with the error %i are a failure of kind %s', async (code, kind) => {
    expect((await failureOf(read(refused(code, `Error of ${grantToken}`)))).kind).toBe(kind);
  });

  test('of a post that is deleted between two requests are a failure, and no 0', async () => {
    expect((await failureOf(read(refused(100, 'Unsupported get request.', 33)))).kind).toBe('DECLINED');
  });
});

describe('a story', () => {
  test('is found in the list of stories by the number in its address', async () => {
    const timestamp = '2026-05-01T10:00:00+0000';
    const endpoint = await serveInstagram({
      '/me/stories': {
        body: {
          data: [{ id: '180', permalink: 'https://www.instagram.com/stories/painter/3473341898335552431', timestamp }],
        },
      },
      '/180': { body: { id: '180', media_type: 'VIDEO', media_product_type: 'STORY', timestamp } },
      '/180/insights': values({ views: 9 }),
    });
    const readings = await instagram({ apiUrl: endpoint.url }, new CountingMeter()).posts(['3473341898335552431'], by);
    await endpoint.stop();
    expect(readings.get('3473341898335552431')).toMatchObject({ mediaType: 'STORY', counts: { views: 9 } });
  });
});
