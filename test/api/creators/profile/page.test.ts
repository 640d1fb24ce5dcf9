import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PageAction, PageStatus } from '../../../../schema/shared/enums.ts';
import type { Reply } from '../../../support/client.ts';
import { aPerson, type Person } from '../../../support/market/people.ts';
import { openAShop } from '../../../support/market/prices.ts';
import { shared } from '../../../support/stack/shared.ts';

const baseUrl = shared.baseUrl;

const pagePath = '/influencer-profile/page';

async function aCreator(name = 'Mira Plays'): Promise<Person> {
  const person = await aPerson(baseUrl, { roles: ['CREATOR'] });
  if (name)
    expect((await person.keyed.patch('/influencer-profile', { expectedVersion: 1, displayName: name })).status).toBe(
      200,
    );
  return person;
}

const stateOf = async ({ keyed }: Person) => (await keyed.get(pagePath)).body.data;

type Requested = PageAction | 'submit(false)' | 'publish(false)';
const request = ({ keyed }: Person, action: Requested, sent: { key?: string | null } = {}): Promise<Reply> => {
  const bodies = { submit: { publishAfterApproval: true }, publish: {}, generate: undefined, unpublish: undefined };
  const name = action.replace('(false)', '') as PageAction;
  const body = action.endsWith('(false)') ? { publishAfterApproval: false } : bodies[name];
  return keyed.post(name === 'submit' ? '/influencer-profile/submit' : `${pagePath}/${name}`, body, sent);
};

/** The actions of the owner that lead to each state. */
const paths: Readonly<Record<PageStatus, readonly Requested[]>> = {
  NONE: [],
  PREVIEW: ['generate'],
  PUBLISHED: ['publish'],
  UNPUBLISHED: ['publish', 'unpublish'],
};

/** The whole matrix, by hand: the next state, or the refusal. */
const matrix: Readonly<Record<PageStatus, Readonly<Record<Requested, PageStatus | 'INVALID_STATE'>>>> = {
  NONE: {
    generate: 'PREVIEW',
    submit: 'PUBLISHED',
    'submit(false)': 'PREVIEW',
    publish: 'PUBLISHED',
    'publish(false)': 'PREVIEW',
    unpublish: 'INVALID_STATE',
  },
  PREVIEW: {
    generate: 'PREVIEW',
    submit: 'PUBLISHED',
    'submit(false)': 'PREVIEW',
    publish: 'PUBLISHED',
    'publish(false)': 'PREVIEW',
    unpublish: 'INVALID_STATE',
  },
  PUBLISHED: {
    generate: 'PUBLISHED',
    submit: 'PUBLISHED',
    'submit(false)': 'PUBLISHED',
    publish: 'PUBLISHED',
    'publish(false)': 'PUBLISHED',
    unpublish: 'UNPUBLISHED',
  },
  UNPUBLISHED: {
    generate: 'PREVIEW',
    submit: 'PUBLISHED',
    'submit(false)': 'PREVIEW',
    publish: 'PUBLISHED',
    'publish(false)': 'PREVIEW',
    unpublish: 'INVALID_STATE',
  },
};
const allowed: Readonly<Record<PageStatus, readonly PageAction[]>> = {
  NONE: ['generate', 'submit', 'publish'],
  PREVIEW: ['generate', 'submit', 'publish'],
  PUBLISHED: ['generate', 'submit', 'publish', 'unpublish'],
  UNPUBLISHED: ['generate', 'submit', 'publish'],
};

const rows = Object.entries(matrix).flatMap(([from, moves]) =>
  Object.entries(moves).map(([action, to]) => [from as PageStatus, action as Requested, to] as const),
);

describe('the page of a creator', () => {
  test.each(rows)('goes from %s by %s to %s', async (from, action, to) => {
    const creator = await aCreator();
    for (const step of paths[from]) expect((await request(creator, step)).status).toBe(200);
    const before = await stateOf(creator);
    expect(before).toMatchObject({ status: from, allowedActions: allowed[from] });
    const reply = await request(creator, action);
    const after = await stateOf(creator);
    if (to === 'INVALID_STATE') {
      expect({ status: reply.status, ...reply.body }).toMatchObject({
        status: from,
        code: to,
        allowedActions: allowed[from],
      });
      expect(reply.status).toBe(409);
      expect({ ...after, previewUrl: null }).toEqual({ ...before, previewUrl: null });
      return;
    }
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ status: to, version: before.version + 1, allowedActions: allowed[to] });
    expect(after).toMatchObject({ status: to, version: before.version + 1, publishIntent: false });
    const isPublication = to === 'PUBLISHED' && ['submit', 'publish'].includes(action);
    expect(after.publishedVersion).toBe(isPublication ? after.version : before.publishedVersion);
    expect(after.publicUrl).toBe(null); // no service is offered
  });

  test('names the fields of the profile that wait for the next publication', async () => {
    const creator = await aCreator();
    expect((await stateOf(creator)).waitingChanges).toBeNull();
    expect((await request(creator, 'publish')).body.data.waitingChanges).toEqual([]);
    const changes = { expectedVersion: 2, bio: 'Cozy games.', topics: ['gaming'], contacts: { email: 'a@b.example' } };
    expect((await creator.keyed.patch('/influencer-profile', changes)).status).toBe(200);
    expect((await stateOf(creator)).waitingChanges).toEqual(['bio', 'topics']);
    expect((await request(creator, 'publish')).body.data.waitingChanges).toEqual([]);
    expect((await stateOf(creator)).waitingChanges).toEqual([]);
    expect((await request(creator, 'unpublish')).body.data.waitingChanges).toBeNull();
  });

  test('cannot be published without a name, and returns the reason', async () => {
    const creator = await aCreator('');
    for (const action of ['publish', 'submit'] as const) {
      const reply = await request(creator, action);
      expect(reply.body).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'displayName' }] });
    }
    expect(await stateOf(creator)).toMatchObject({ status: 'NONE', publishIntent: false, version: 1 });
    expect((await request(creator, 'generate')).body.data).toMatchObject({ status: 'PREVIEW' });
  });

  test('is public as it was published once it has an available service, and later changes need a publication', async () => {
    const creator = await aCreator();
    expect((await request(creator, 'publish')).status).toBe(200);
    const { publicId, version } = (await creator.keyed.get('/influencer-profile')).body.data;
    const publicPage = () => fetch(`${baseUrl}/api/v1/creator-pages/${publicId}`);
    expect((await publicPage()).status).toBe(404);
    await openAShop({ api: creator.keyed });
    expect((await stateOf(creator)).publicUrl).toBe(`${baseUrl}/creators/${publicId}`);
    await expect.poll(async () => (await publicPage()).status).toBe(200);
    await creator.keyed.patch('/influencer-profile', { expectedVersion: version, displayName: 'Mira Renamed' });
    expect((await (await publicPage()).json()).data.displayName).toBe('Mira Plays');
    expect((await request(creator, 'generate')).body.data.preview).toMatchObject({
      publicId,
      displayName: 'Mira Renamed',
    });
    expect((await (await publicPage()).json()).data.displayName).toBe('Mira Plays');
    await request(creator, 'publish');
    await expect.poll(async () => (await (await publicPage()).json()).data.displayName).toBe('Mira Renamed');
  });

  test('has the page as it would be published now, in every state', async () => {
    const creator = await aCreator();
    const before = await stateOf(creator);
    const { preview } = (await request(creator, 'generate')).body.data;
    expect(before).toMatchObject({ status: 'NONE', preview });
    await creator.keyed.patch('/influencer-profile', { expectedVersion: 2, displayName: 'Mira Renamed' });
    expect((await stateOf(creator)).preview).toMatchObject({ displayName: 'Mira Renamed', publishedAt: null });
  });

  test('stays the same on a replay of generate, which rebuilds the preview', async () => {
    const creator = await aCreator();
    const key = randomUUID();
    const first = await request(creator, 'generate', { key });
    await creator.keyed.patch('/influencer-profile', { expectedVersion: 2, displayName: 'Mira Renamed' });
    const again = await request(creator, 'generate', { key });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(first.body.data.preview.displayName).toBe('Mira Plays');
    expect(again.body.data).toMatchObject({
      version: first.body.data.version,
      preview: { displayName: 'Mira Renamed' },
    });
  });

  test('reaches twenty versions by twenty concurrent publications', async () => {
    const creator = await aCreator();
    const replies = await Promise.all(Array.from({ length: 20 }, () => request(creator, 'publish', { key: null })));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect((await stateOf(creator)).version).toBe(21);
  });
});
