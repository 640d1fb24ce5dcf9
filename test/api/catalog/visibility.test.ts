import { describe, expect, test } from 'vitest';
import { controlOf } from '../../support/stack/control.ts';
import { ownStack } from '../../support/stack/own-stack.ts';
import type { OwnStack } from '../../support/stack/stack.ts';
import { aWord, type CreatorSpec, type Shown, shelfOf } from './shelf.ts';

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;
ownStack(shelfOf, (own, opened) => {
  [stack, shelf] = [own, opened];
});

/** Whether the condition holds after the second for which an instance trusts its cache. */
async function aSecondLater(holds: () => Promise<boolean>): Promise<boolean> {
  await controlOf(stack.controlUrl).moveOn(1_000);
  return holds();
}

/** A creator is in the list exactly when its page answers. */
async function isShown({ publicId }: Shown, topic: string): Promise<boolean> {
  const [listed, { status }] = await Promise.all([shelf.listed({ topic }), shelf.page(publicId)]);
  return listed.includes(publicId) && status === 200;
}
async function isHidden({ publicId }: Shown, topic: string): Promise<boolean> {
  const [listed, { status, body }] = await Promise.all([shelf.listed({ topic }), shelf.page(publicId)]);
  return !listed.includes(publicId) && status === 404 && body.code === 'RESOURCE_NOT_FOUND';
}

/** Random ids, digests and topics. */
const hexadecimal = /[0-9a-f-]{8,}/g;
const ofCreator = 'where creator_id = $1';
const native: CreatorSpec = { channels: [{ account: {} }] };

describe('public visibility', () => {
  test.each([
    [
      'the page is unpublished',
      {},
      `update creator_pages set status = 'UNPUBLISHED' ${ofCreator}`,
      `update creator_pages set status = 'PUBLISHED' ${ofCreator}`,
    ],
    [
      'the user is suspended',
      {},
      'update users set suspended_at = now() where id = $1',
      'update users set suspended_at = null where id = $1',
    ],
    [
      'the user gives up the role CREATOR',
      {},
      `update users set roles = '{ADVERTISER}' where id = $1`,
      `update users set roles = '{CREATOR}' where id = $1`,
    ],
    [
      'the last service is unpublished',
      {},
      `update service_listings set is_published = false ${ofCreator}`,
      `update service_listings set is_published = true ${ofCreator}`,
    ],
    [
      'the last channel is blocked',
      {},
      `update channels set status = 'BLOCKED' ${ofCreator}`,
      `update channels set status = 'ACTIVE' ${ofCreator}`,
    ],
    [
      'the last channel is removed',
      {},
      `update channels set status = 'REMOVED' ${ofCreator}`,
      `update channels set status = 'ACTIVE' ${ofCreator}`,
    ],
    [
      'the account of the last channel is sold',
      native,
      `update social_accounts set status = 'SOLD' where owner_id = $1`,
      `update social_accounts set status = 'ACTIVE' where owner_id = $1`,
    ],
    [
      'the account of the last channel is no longer verified',
      native,
      'update social_accounts set is_verified = false where owner_id = $1',
      'update social_accounts set is_verified = true where owner_id = $1',
    ],
  ])(
    'list and page lose the creator within one second when %s, and show it again afterwards',
    async (_, spec, hide, show) => {
      const topic = aWord();
      const creator = await shelf.aCreator({ ...spec, topics: [topic] });
      expect(await isShown(creator, topic)).toBe(true);
      await shelf.run(hide, [creator.id]);
      await shelf.refresh(creator.id);
      expect(await aSecondLater(() => isHidden(creator, topic))).toBe(true);
      await shelf.run(show, [creator.id]);
      await shelf.refresh(creator.id);
      expect(await aSecondLater(() => isShown(creator, topic))).toBe(true);
    },
  );

  test.each([
    ['without a service', { channels: [{ services: [] }] }],
    ['without a channel', { channels: [] }],
    ['with only unpublished services', { channels: [{ services: [{ isPublished: false }] }] }],
    ['with an account that is not verified', { channels: [{ account: { isVerified: false } }] }],
    ['with an account that is pending', { channels: [{ account: { status: 'PENDING' } }] }],
  ])('a published creator %s is hidden', async (_, spec) => {
    const topic = aWord();
    expect(await isHidden(await shelf.aCreator({ ...spec, topics: [topic] }), topic)).toBe(true);
  });

  test('an account of another creator creates no channel', async () => {
    const topic = aWord();
    const creator = await shelf.aCreator({ ...native, topics: [topic] });
    const { id: otherUser } = await shelf.aCreator();
    await shelf.run('update social_accounts set owner_id = $2 where owner_id = $1', [creator.id, otherUser]);
    await shelf.refresh(creator.id);
    expect(await aSecondLater(() => isHidden(creator, topic))).toBe(true);
  });

  test('the database refuses a published service without usage terms', async () => {
    const { id } = await shelf.aCreator();
    const bare = shelf.run(`update service_listings set usage_terms = E' \\n' ${ofCreator}`, [id]);
    await expect(bare).rejects.toThrow('service_listings_terms');
  });

  test('a blocked channel is hidden with its services, and the other channels remain', async () => {
    const topic = aWord();
    const creator = await shelf.aCreator({
      topics: [topic],
      channels: [{ platform: 'TWITCH' }, { platform: 'X', services: [{ type: 'POST', cents: 70 }] }],
    });
    await shelf.run(`update channels set status = 'BLOCKED' where creator_id = $1 and platform = 'TWITCH'`, [
      creator.id,
    ]);
    await shelf.refresh(creator.id);
    const [entry] = (await shelf.list({ topic })).body.data;
    expect(entry.channels.map(({ platform }: { platform: string }) => platform)).toEqual(['X']);
    expect(entry.services.map(({ type }: { type: string }) => type)).toEqual(['POST']);
    expect([entry.metrics.length, entry.channelType]).toEqual([1, 'SOCIAL']);
    expect(await shelf.listed({ topic, platform: 'TWITCH' })).toEqual([]);
  });

  test('a new price appears in list and page within one second, and changes the price order', async () => {
    const topic = aWord();
    const creator = await shelf.aCreator({ topics: [topic], channels: [{ services: [{ cents: 100 }] }] });
    const other = await shelf.aCreator({ topics: [topic], channels: [{ services: [{ cents: 200 }] }] });
    expect(await shelf.listed({ topic, sort: 'price' })).toEqual([creator.publicId, other.publicId]);
    await shelf.page(creator.publicId);
    await shelf.run(`update service_listings set base_price = 3000000, version = version + 1 ${ofCreator}`, [
      creator.id,
    ]);
    await shelf.refresh(creator.id);
    expect(
      await aSecondLater(async () => {
        const order = await shelf.listed({ topic, sort: 'price' });
        const { data } = (await shelf.page(creator.publicId)).body;
        return order[0] === other.publicId && data.services[0].basePrice.raw === '3000000';
      }),
    ).toBe(true);
  });

  test.each(['no-uuid', '0198f1c2-7a54-7f10-9d0e-3c5a6b7c8d9e', '42', '%00'])(
    'the page "%s" returns 404',
    async (publicId) => {
      const { status, body } = await shelf.page(publicId);
      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    },
  );

  test('public answers contain no private data', async () => {
    const canary = aWord();
    const topic = aWord();
    const creator = await shelf.aCreator({
      topics: [topic],
      contacts: { email: `${canary}@contact.example`, phone: canary },
      channels: [
        {
          account: {},
          audiences: [{ geo: { US: 1 } }],
          services: [{ proofTemplate: { note: canary } }, { title: canary, terms: canary, isPublished: false }],
        },
        { platform: 'X', handle: canary, services: [{ terms: canary }] },
      ],
    });
    const run = (query: string) => shelf.run(query, [creator.id, canary]);
    await run(`update channels set status = 'REMOVED' where creator_id = $1 and handle = $2`);
    await run('update users set suspension_reason = $2, image = $2, name = $2 where id = $1');
    await run(
      'update creators set display_name = $2, bio = $2, topics = array[$2], languages = array[$2], geo = array[$2] where user_id = $1',
    );
    await run('update social_accounts set external_id = $2 where owner_id = $1');
    await run(`update audience_snapshots set geo = jsonb_build_array(jsonb_build_object('country', 'US', 'share', 1, 'evidence', $2::text))
      where social_account_id = (select id from social_accounts where owner_id = $1)`);
    await shelf.refresh(creator.id);
    const answers = await Promise.all([
      shelf.list({ topic }),
      shelf.list({ topic, sort: 'price' }),
      shelf.list({ q: topic }),
      shelf.list({ q: canary }),
      shelf.page(creator.publicId),
    ]);
    for (const { status, text, headers } of answers) {
      expect(status).toBe(200);
      expect(text + JSON.stringify([...headers])).not.toContain(canary);
      // Their digits can form a word, such as fee.
      expect(text.replace(hexadecimal, '')).not.toMatch(
        /fee|net|evidence|contact|external|secret|"(id|creatorId|channelId|userId|version)"/i,
      );
    }
    expect(answers[0]?.body.data.length).toBe(1);
    expect(answers[3]?.body.data).toEqual([]);
  });
});
