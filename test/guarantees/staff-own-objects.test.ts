import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/operations.ts';
import { isMutation } from '../../schema/shared/operation.ts';
import { caseOf } from '../support/contract/cases.ts';
import { refused } from '../support/contract/expectations.ts';
import { sendRaw } from '../support/contract/raw.ts';
import { bearer, requestTo, routesOf } from '../support/contract/routes.ts';
import { castOfFile } from '../support/contract/world.ts';

const { cast, baseUrl, market } = castOfFile();
// Channels belong to creators.
beforeAll(() => market.aCreator({ userId: cast().staff.id }));

const mutations = operations.filter((operation) => operation.access === 'staff' && isMutation(operation));

/** How the acting member of staff becomes the owner of the object that a path names first; null: such objects have no owner. */
const ownerships: Readonly<Record<string, string | null>> = {
  users: 'the object is the owner',
  channels: 'update channels set creator_id = $1 where id = $2',
  'ownership-reviews': 'update channels set creator_id = $1 where id = $2',
  'social-accounts': 'update social_accounts set owner_id = $1 where id = $2',
  'stats-sessions':
    'update social_accounts set owner_id = $1 where id = (select social_account_id from stats_sessions where id = $2)',
  posts: 'update campaign_posts set creator_id = $1 where id = $2',
  assignments: 'update placement_assignments set creator_id = $1 where id = $2',
  'tracking-links':
    'update campaigns set advertiser_id = $1 where id = (select campaign_id from tracking_links where id = $2)',
  'dead-letters': null,
  controls: null,
};

const owned = mutations.flatMap((operation) => {
  const [, kind = '', parameter = ''] = /\/staff\/([^/]+)\/\{(\w+)\}/.exec(operation.path) ?? [];
  const ownership = ownerships[kind];
  if (ownership === undefined) throw new Error(`${operation.name}: who owns ${kind}? Add it to the table above.`);
  return ownership === null ? [] : [{ operation, kind, parameter, ownership }];
});

test.each(owned.map((one) => [one.operation.name, one] as const))(
  '%s is refused to the member of staff who owns the object',
  async (name, { kind, parameter, ownership }) => {
    const { staff } = cast();
    const prepared = await caseOf(name).ready(cast(), staff);
    const isUser = kind === 'users';
    const params = { ...prepared.params, ...(isUser && { [parameter]: String(staff.id) }) };
    if (!isUser) await market.pool.query(ownership, [staff.id, params[parameter]]);
    const [route] = routesOf(mutations.filter((operation) => operation.name === name));
    if (route === undefined) throw new Error(`no route of ${name}`);
    const keys = route.operation.idempotency === 'none' ? {} : { keys: [randomUUID()] };
    const reply = await sendRaw(
      baseUrl,
      requestTo(route, { ...prepared, params, credential: bearer(staff.token), ...keys }),
    );
    expect(refused(reply, 'ROLE_NOT_ALLOWED').message).toMatch(/^Staff cannot /);
  },
);
