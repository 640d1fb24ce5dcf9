import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftPage, GetCreatorPage, ListCatalog } from '../../../schema/catalog/catalog.ts';
import { shared } from '../../support/stack/shared.ts';
import { type CreatorSpec, shelfOf } from './shelf.ts';

const shelf = shelfOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
afterAll(() => shelf.close());

const packages = [
  { quantity: 1, discountBps: 0 },
  { quantity: 10, discountBps: 9_000 },
];
const audiences = [{ geo: { US: 0.25, DE: 0.75 } }];
const many = Array.from({ length: 13 }, (_, n) => ({ cents: 1_000 + n }));

const creators: readonly (readonly [string, CreatorSpec])[] = [
  ['the fewest fields', {}],
  ['every optional field', { channels: [{ account: {}, audiences, views: [0, 7, null], services: [{ packages }] }] }],
  [
    'texts that JSON escapes',
    { name: '"\\\u2028<é>', bio: 'a\nb\t"c"', topics: ['"'], languages: ['en-GB'], geo: ['DE'] },
  ],
  ['metrics that are unknown', { channels: [{ views: [null] }, { platform: 'X', views: [-1] }] }],
  ['more services than an entry shows', { channels: [{ services: many }] }],
  ['more channels than an entry shows', { channels: many.map(() => ({ account: {}, audiences })) }],
];

describe.each(creators)('the stored JSON of a creator with %s', (_, spec) => {
  let id: number;
  beforeAll(async () => {
    ({ id } = await shelf.aCreator(spec));
  });
  const textOf = async (query: string): Promise<string> => (await shelf.run(query, [id])).rows[0].text;

  test('is an entry as ListCatalog declares it', async () => {
    const entry = await textOf('select entry as text from catalog_creators where creator_id = $1');
    const answer = JSON.parse(`{"data":[${entry}],"nextCursor":null}`);
    expect(ListCatalog.answer().parse(answer)).toEqual(answer);
  });

  test('is a page as GetCreatorPage declares it', async () => {
    const page = JSON.parse(await textOf('select page as text from catalog_pages where creator_id = $1'));
    expect(GetCreatorPage.answer().parse({ data: page })).toEqual({ data: page });
  });

  test('is a draft as its schema declares it', async () => {
    const draft = JSON.parse(await textOf('select creator_draft_page($1) as text'));
    expect(draftPage().parse(draft)).toEqual(draft);
  });
});

test('an entry that a filter joins out of stored parts is as ListCatalog declares it', async () => {
  const topic = `t${crypto.randomUUID().slice(0, 30)}`;
  await shelf.aCreator({ topics: [topic], channels: [{ platform: 'X', account: {}, audiences, services: many }] });
  const { body } = await shelf.list({ topic, platform: 'X' });
  expect(body.data).toHaveLength(1);
  expect(ListCatalog.answer().parse(body)).toEqual(body);
});
