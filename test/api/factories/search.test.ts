import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refused } from '../../support/contract/expectations.ts';
import { marketOf } from '../../support/market/market.ts';
import { shareLinksOf } from '../../support/market/share-links.ts';
import { shared } from '../../support/stack/shared.ts';
import { aMovingFactory, type MovingFactory } from '../../support/walks/factory-lists.ts';

const { baseUrl } = shared;
const market = marketOf({ baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { share, read } = shareLinksOf(baseUrl);
afterAll(() => market.close());

let factory: MovingFactory;
let reportPath = '';
beforeAll(async () => {
  factory = await aMovingFactory(
    async (text, values = []) => (await market.pool.query(text, [...values])).rows.map(({ id }) => String(id)),
    2,
  );
  reportPath = (await share(factory.owner, factory.factoryId)).path;
});

/** The only post with a title has this one. */
const describeAs = (title: string, hashtags: readonly string[] = []) =>
  market.pool.query(
    `update factory_posts set title = case when id = $2 then $3 end, hashtags = case when id = $2 then $4::text[] else '{}' end where factory_id = $1`,
    [factory.factoryId, factory.posts[0], title, hashtags],
  );

async function found(search: string): Promise<readonly number[]> {
  const query = `search=${encodeURIComponent(search)}`;
  const { owner, factoryId } = factory;
  const posts = (await owner.keyed.get(`/factories/${factoryId}/posts?${query}`)).body.data;
  const accounts = (await owner.keyed.get(`/factories/${factoryId}/accounts?${query}`)).body.data;
  const { data } = await (await read(`${reportPath}?${query}`)).json();
  return [posts.length, accounts.length, data.posts.data.length, data.accounts.data.length];
}

describe('a search in a factory and in its report', () => {
  test.each([
    ['a composed letter finds the decomposed one', 'Cafe\u0301 noir', 'caf\u00e9'],
    ['a decomposed letter finds the composed one', 'Th\u00e9 vert', 'the\u0301'],
    ['a letter without its accent finds it', 'Th\u00e9 vert', 'the vert'],
    ['capitals find small letters', 'Kitchen', 'KITCHEN'],
    ['capitals of Greek find a final sigma', '\u03bf\u03b4\u03bf\u03c2', '\u039f\u0394\u039f\u03a3'],
    ['a medial sigma finds a final one', '\u03bf\u03b4\u03bf\u03c2', '\u03bf\u03b4\u03bf\u03c3'],
    ['half width finds full width', '\uff33\uff35\uff2d\uff2d\uff25\uff32 sale', 'summer'],
    ['half-width kana find full-width ones', '\u30ab\u30ec\u30fc', '\uff76\uff9a\uff70'],
    ['hiragana finds katakana', '\u30e9\u30fc\u30e1\u30f3', '\u3089\u30fc\u3081\u3093'],
    ['one Chinese character finds its title', '\u5c0f\u732b\u54aa', '\u732b'],
    ['one rare ideograph, outside of the basic plane, finds its title', '\u{20BB7}\u91ce\u5bb6', '\u{20BB7}'],
    ['one syllable of Korean finds its title', '\uae40\uce58', '\uae40'],
    ['simplified Chinese finds traditional', '\u81fa\u7063\u7f8e\u98df', '\u53f0\u6e7e'],
    ['traditional Chinese finds simplified', '\u5b66\u4e60\u6c49\u8bed', '\u5b78\u7fd2\u6f22\u8a9e'],
    [
      'Arabic without vowel marks finds the marked text',
      '\u0645\u064e\u0631\u0652\u062d\u064e\u0628\u064b\u0627',
      '\u0645\u0631\u062d\u0628\u0627',
    ],
    [
      'Arabic without stretching finds the stretched text',
      '\u0645\u0631\u0640\u0640\u062d\u0628\u0627',
      '\u0645\u0631\u062d\u0628\u0627',
    ],
    ['blanks around the text are ignored, and inner ones are one', 'Summer  sale', '  summer\u00a0sale '],
    ['a sharp s finds two', 'Stra\u00dfe', 'strasse'],
  ])('%s', async (_, title, search) => {
    await describeAs(title);
    expect(await found(search)).toEqual([1, 1, 1, 1]);
    await describeAs('Something else');
    expect(await found(search)).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['Arabic vowel marks', '\u064e\u064b'],
    ['a combining accent', '\u0301\u0301'],
    ['an @ and a mark', '@\u064e'],
    ['a # and a mark', '#\u064e'],
  ])('a search of %s alone, which every search ignores, finds nothing', async (_, search) => {
    await describeAs('\u0645\u064e\u0631\u0652\u062d\u064e', ['tag']);
    expect(await found(search)).toEqual([0, 0, 0, 0]);
  });

  test('a post that was described before the fold was stored is found', async () => {
    await describeAs('Cafe\u0301 noir');
    await market.pool.query(`alter table factory_posts disable trigger factory_post_described`);
    await market.pool.query('update factory_posts set search_text = null where factory_id = $1', [factory.factoryId]);
    await market.pool.query(`alter table factory_posts enable trigger factory_post_described`);
    expect(await found('caf\u00e9')).toEqual([1, 1, 1, 1]);
  });

  test('a handle is found with and without @, and a hashtag with and without #', async () => {
    await describeAs('Nothing', ['Sommer\u00adfest']);
    const { handle } = (await factory.owner.keyed.get(`/factories/${factory.factoryId}/accounts`)).body.data[0];
    expect((await found(`@${handle.toUpperCase()}`))[1]).toBe(1);
    expect((await found(handle))[1]).toBe(1);
    expect((await found(`@${handle.slice(1)}`))[1]).toBe(0);
    for (const search of ['#sommerfest', '\uff03sommer', 'fest']) expect((await found(search))[0], search).toBe(1);
    expect((await found('#fest'))[0]).toBe(0);
  });

  test.each(['a', ' a ', '\u00e9'])('one letter (%j) is refused', async (search) => {
    const path = `/factories/${factory.factoryId}/posts?search=${encodeURIComponent(search)}`;
    refused(await factory.owner.keyed.get(path), 'VALIDATION_FAILED');
  });
});
