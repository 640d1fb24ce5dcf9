import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { ownStack } from '../../support/stack/own-stack.ts';
import type { OwnStack } from '../../support/stack/stack.ts';
import { aWord, shelfOf } from '../catalog/shelf.ts';

let stack: OwnStack;
let shelf: ReturnType<typeof shelfOf>;
ownStack(shelfOf, (own, opened) => {
  [stack, shelf] = [own, opened];
});

/** Ids for internal use begin with this. */
const privateIds = '70000000';

/** A published creator with the canary in every private field. */
async function aCreatorWith(canary: string, topic: string): Promise<string> {
  for (const table of ['users', 'channels', 'social_accounts', 'audience_snapshots'])
    await shelf.run(`select setval(pg_get_serial_sequence($1, 'id'), ${privateIds}0001)`, [table]);
  const { id, publicId } = await shelf.aCreator({
    name: 'Shown',
    bio: 'Shown too.',
    topics: [topic],
    contacts: { email: `${canary}@contact.example`, phone: canary },
    channels: [
      {
        platform: 'YOUTUBE',
        account: {},
        audiences: [{ geo: { US: 1 } }, { geo: { DE: 1 }, isVerified: false }],
        views: [5],
        services: [{ proofTemplate: { note: canary } }, { title: canary, terms: canary, isPublished: false }],
      },
      { platform: 'X', handle: canary, services: [{ terms: canary }] },
    ],
  });
  const plant = (statement: string, ...values: unknown[]) => shelf.run(statement, [id, canary, ...values]);
  await plant(`update channels set status = 'REMOVED' where creator_id = $1 and handle = $2`);
  await plant(
    `update users set suspension_reason = $2, image = $2, name = $2, email = $2 || '@mail.example' where id = $1`,
  );
  await plant(
    `update creators set display_name = $2, bio = $2, topics = array[$2], languages = array[$2], geo = array[$2] where user_id = $1`,
  );
  await plant(`update social_accounts set external_id = $2, handle = $2 where owner_id = $1`);
  await plant(
    `update channel_posts set external_id = $2 where channel_id in (select id from channels where creator_id = $1)`,
  );
  await plant(`update audience_snapshots set geo = jsonb_build_array(jsonb_build_object('country', 'US', 'share', 1, 'evidence', $2::text))
    where social_account_id = (select id from social_accounts where owner_id = $1)`);
  await plant(
    `insert into private_uploads (id, owner_id, channel_id, file_name, content_type, size, sha256, incoming_key, expires_at, created_at, updated_at)
     select $3, $1, min(id), $2, 'image/png', 1, sha256(convert_to($2::text, 'utf8')), $2, now(), now(), now() from channels where creator_id = $1`,
    randomUUID(),
  );
  await plant(`insert into ownership_claims (channel_id, code, code_expires_at, note, reason, updated_at)
    select min(id), $2, now(), $2, $2, now() from channels where creator_id = $1`);
  await plant(
    `insert into api_keys (id, owner_id, name, prefix, secret_sha256, scopes, created_at)
    values ($3, $1, $2, left($2::text, 12), sha256(convert_to($2::text, 'utf8')), '{read}', now())`,
    randomUUID(),
  );
  await shelf.refresh(id);
  return publicId;
}

test('public answers contain no contacts, drafts, email addresses, files, claims, keys or private ids', async () => {
  const [canary, topic] = [aWord(), aWord()];
  const publicId = await aCreatorWith(canary, topic);
  const anyone = clientOf(stack.baseUrl, null, '');
  const catalogs = ['', `topic=${topic}`, `topic=${topic}&sort=price`, `q=${topic}`];
  const paths = [
    ...catalogs.flatMap((query) => [`/creators?${query}`, `/api/v1/creator-catalog?${query}`]),
    ...[`/creators/${publicId}`, `/api/v1/creator-pages/${publicId}`, '/api/v1/dictionaries'],
    ...['/sitemap.xml', '/sitemaps/all.xml', `/sitemaps/${publicId[0]}.xml`, '/robots.txt', '/api/v1/openapi.json'],
  ];
  for (const path of paths) {
    const { status, text, headers } = await anyone.get(path);
    const bytes = text + JSON.stringify([...headers]);
    expect(status, path).toBe(200);
    expect(bytes, path).not.toContain(canary.slice(0, 12));
    expect(bytes, path).not.toContain(privateIds);
    if (/creators|creator-|sitemaps/.test(path)) {
      expect(bytes, path).toContain(publicId);
      expect(bytes, path).not.toMatch(
        /\bfees?\b|brandFee|creatorFee|\bnet\b|evidence|contact|externalId|secret|mail\.example/i,
      );
    }
  }
  for (const path of [`/creators?q=${canary}`, `/api/v1/creator-catalog?q=${canary}`])
    expect((await anyone.get(path)).text, path).not.toContain(publicId);
});
