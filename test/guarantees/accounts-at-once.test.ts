import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Platform } from '../../schema/shared/enums.ts';
import type { Client } from '../support/client.ts';
import { peopleOf } from '../support/contract/people.ts';
import { aContentId } from '../support/market/campaign-posts.ts';
import { campaignsOf, change, dataOf } from '../support/market/campaigns.ts';
import { aPerson, type Person } from '../support/market/people.ts';
import { simulatorOf } from '../support/simulator.ts';
import { begunBy, comeBack, decide } from '../support/social/sign-in.ts';
import { countDeadlocks } from '../support/stack/deadlocks.ts';
import { depth } from '../support/stack/depth.ts';
import { type OwnMarket, ownMarket } from '../support/stack/own-market.ts';

let own: OwnMarket;
let staff: Client;
ownMarket(async (started) => {
  own = started;
  staff = (await peopleOf(own.stack.baseUrl, own.market).aPerson({ roles: ['STAFF'] })).twin;
});

/** X and Kick end only the grant of a token; Instagram shows a profile only under a grant. */
const platforms = ['X', 'KICK', 'INSTAGRAM'] as const;
const oneOf = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

interface Round {
  readonly creators: readonly Person[];
  readonly handles: readonly string[];
  /** A campaign on Instagram, and its advertiser. */
  readonly advertiser: Person;
  readonly campaign: { readonly id: number };
}
/** Something that a user, staff, a platform or a job does, and the status of the answer. */
type Act = (round: Round) => Promise<number>;

async function signIn({ creators, handles }: Round): Promise<number> {
  const body = { platform: oneOf(platforms), shareMetrics: oneOf([true, false]) };
  const begun = await oneOf(creators).api.post('/social-accounts/connections', body);
  if (begun.status !== 200) return begun.status;
  const { authorizeUrl, cookie } = begunBy(begun);
  return (await comeBack(await decide(authorizeUrl, { handle: oneOf(handles) }), cookie)).status;
}

/** A request of a creator about one of the creator's accounts. */
const aboutAccount =
  (send: (api: Client, id: number) => Promise<{ status: number }>): Act =>
  async ({ creators }) => {
    const { api } = oneOf(creators);
    const { status, body } = await api.get('/social-accounts');
    if (status !== 200 || body.data.length === 0) return status;
    return (await send(api, oneOf<{ id: number }>(body.data).id)).status;
  };

/** A creator removes a channel, or staff blocks or unblocks it. */
async function endChannel({ creators }: Round): Promise<number> {
  const { api } = oneOf(creators);
  const channels = (await api.get('/influencer-channels')).body.data ?? [];
  if (channels.length === 0) return 200;
  const { id } = oneOf<{ id: number }>(channels);
  if (oneOf([true, false])) return (await api.delete(`/influencer-channels/${id}`)).status;
  const body = oneOf([{ blocked: true, reason: 'A complaint' }, { blocked: false }]);
  return (await staff.put(`/staff/channels/${id}/block`, body)).status;
}

/** A creator adds a channel by the address of an account, and puts it on the account. */
async function linkChannel({ creators, handles }: Round): Promise<number> {
  const { api } = oneOf(creators);
  await api.post('/influencer-channels', { kind: 'MANUAL', platform: 'KICK', handle: oneOf(handles) });
  const channels = (await api.get('/influencer-channels')).body.data ?? [];
  const accounts = (await api.get('/social-accounts?platform=KICK')).body.data ?? [];
  if (channels.length === 0 || accounts.length === 0) return 200;
  const { id } = oneOf<{ id: number }>(channels);
  const socialAccountId = oneOf<{ id: number }>(accounts).id;
  return (await api.put(`/influencer-channels/${id}/account`, { socialAccountId })).status;
}

async function block(): Promise<number> {
  const { rows } = await own.market.pool.query('select id from social_accounts order by random() limit 1');
  if (rows.length === 0) return 200;
  const body = oneOf([{ blocked: true, reason: 'A complaint' }, { blocked: false }]);
  return (await staff.put(`/staff/social-accounts/${rows[0].id}/block`, body)).status;
}

async function suspend({ creators }: Round): Promise<number> {
  const path = `/staff/users/${oneOf(creators).userId}/suspension`;
  const { status } = await staff.put(path, { suspended: true, reason: 'A complaint' });
  await staff.put(path, { suspended: false });
  return status;
}

async function revokeAtPlatform({ handles }: Round): Promise<number> {
  await simulatorOf(own.stack.socialUrl, oneOf(platforms)).revokeAt(oneOf(handles));
  return 200;
}

/** A creator publishes a reel and submits it to the campaign. */
async function submit({ creators, handles, campaign }: Round): Promise<number> {
  const { keyed } = oneOf(creators);
  const accounts = await keyed.get('/social-accounts?status=ACTIVE&platform=INSTAGRAM');
  const [account] = accounts.body.data ?? [];
  if (account === undefined) return accounts.status;
  const id = aContentId('INSTAGRAM');
  const publishedAt = (await own.control.now()).toISOString();
  await keyed.post(`/offers/${campaign.id}/take`, { shareMetrics: true });
  await simulatorOf(own.stack.socialUrl, 'INSTAGRAM').change(oneOf(handles), {
    posts: [{ id, publishedAt, views: 900 }],
  });
  const body = { campaignId: campaign.id, socialAccountId: account.id, url: `https://www.instagram.com/reel/${id}/` };
  return (await keyed.post('/posts', body)).status;
}

/** The advertiser accepts a post, or raises the budget. */
async function manage({ advertiser, campaign }: Round): Promise<number> {
  const path = `/campaigns/${campaign.id}`;
  const { body } = await advertiser.api.get(`${path}/posts?status=ON_MODERATION`);
  if (body.data.length > 0)
    return (await advertiser.api.post(`${path}/posts/${oneOf<{ id: number }>(body.data).id}/accept`)).status;
  const { version, budget } = dataOf(await advertiser.api.get(path));
  return (await change(advertiser, { ...campaign, version }, { budgetCents: String(Number(budget.raw) + 1) })).status;
}

/** Each row in a transaction of its own: one statement for several would lock them in an order that is not the service's. */
async function changeSome(table: string, key: string, change: string, condition = 'true'): Promise<void> {
  const { rows } = await own.market.pool.query(
    `select ${key} as id from ${table} where ${condition} and random() < 0.5`,
  );
  // A row may have changed since.
  for (const { id } of rows)
    await own.market.pool.query(`update ${table} set ${change} where ${key} = $1 and ${condition}`, [id]);
}

async function runJobs(): Promise<number> {
  const asOld = "due_at = now(), confirmed_at = confirmed_at - interval '20 days'";
  await changeSome('social_grants', 'social_account_id', asOld, "status = 'ACTIVE'");
  await changeSome('channels', 'id', 'views_due_at = now()');
  await changeSome('posts', 'id', 'due_at = now()', 'due_at is not null');
  await own.control.fireCron(oneOf(['*/5 * * * *', '17 3 * * *']));
  return 200;
}

const acts: readonly Act[] = [
  ...[signIn, signIn, signIn, signIn, block, suspend, revokeAtPlatform, runJobs, runJobs],
  ...[submit, submit, submit, manage, manage, linkChannel, linkChannel, endChannel],
  aboutAccount((api, id) => api.delete(`/social-accounts/${id}/connection`)),
  aboutAccount((api, id) => api.delete(`/social-accounts/${id}`)),
  aboutAccount((api, id) => api.post(`/social-accounts/${id}/sold`, {})),
  aboutAccount((api, id) => api.put(`/social-accounts/${id}/sharing`, { enabled: oneOf([true, false]) })),
  aboutAccount((api, id) => api.put(`/social-accounts/${id}/sharing`, { enabled: oneOf([true, false]) })),
  aboutAccount((api, id) => api.post(`/creator/social-accounts/${id}/avatar/refresh`)),
  aboutAccount((api, id) => api.post('/influencer-channels', { kind: 'NATIVE', socialAccountId: id })),
  aboutAccount((api, id) => api.post('/influencer-channels', { kind: 'NATIVE', socialAccountId: id })),
];

const isUsable = `a.status = 'ACTIVE' and exists (select from users u where u.id = a.owner_id and u.suspended_at is null)`;
/** Rows that must not exist. */
const impossible = {
  'a connection without tokens, or of an account that its user has not proven or has given up': `
    select from social_grants g join social_accounts a on a.id = g.social_account_id where g.status = 'ACTIVE'
      and (g.sealed_access is null or a.status in ('SOLD', 'DELETED') or not a.is_verified)`,
  'an ended connection with tokens or a consent': `select from social_grants
    where status <> 'ACTIVE' and num_nonnulls(sealed_access, sealed_refresh) > 0 or status = 'REVOKED' and shared_at is not null`,
  'an audience that was read under a connection that has ended': `select from audience_snapshots s where s.source = 'PLATFORM_API'
    and not exists (select from social_grants g where g.social_account_id = s.social_account_id and g.status <> 'REVOKED')`,
  'average views that were read under a grant and nobody may see': `select from channel_posts p join channels c on c.id = p.channel_id
    join social_accounts a on a.id = c.social_account_id where p.is_by_grant and not (${isUsable}
      and exists (select from social_grants g where g.social_account_id = a.id and g.status = 'ACTIVE' and g.shared_at is not null))`,
  'a profile of Instagram without a connection': `select from social_accounts a where a.platform = 'INSTAGRAM'
    and num_nonnulls(a.title, a.followers, a.avatar_url) > 0
    and not exists (select from social_grants g where g.social_account_id = a.id and g.status <> 'REVOKED')`,
  'an active channel of an account that was given up': `select from channels c join social_accounts a on a.id = c.social_account_id
    where c.kind = 'NATIVE' and c.status = 'ACTIVE' and a.status in ('SOLD', 'DELETED')`,
  'two owners of one account': `select from social_accounts a where a.is_verified and a.status not in ('SOLD', 'DELETED')
    group by a.platform, a.external_id having count(*) > 1`,
};

/** The grants that a platform still accepts, and those that the service can revoke there. */
async function grantsOf(platform: Platform, handle: string): Promise<{ there: number; here: number }> {
  const simulator = simulatorOf(own.stack.socialUrl, platform);
  const { count } = await own.market.one(
    `select count(*)::int from social_grants g join social_accounts a on a.id = g.social_account_id
     where g.status = 'ACTIVE' and a.platform = $1 and a.external_id = $2`,
    [platform, simulator.externalIdOf(handle)],
  );
  return { there: await simulator.grantsOf(handle), here: count };
}

test.each(Array.from({ length: depth(1, 12) }, (_, round) => round))(
  'accounts, their connections and what is read under them stay consistent while everything happens to them at once, round %i',
  async () => {
    const creators = await Promise.all([1, 2].map(() => aPerson(own.stack.baseUrl, { roles: ['CREATOR'] })));
    const handles = [1, 2].map(() => `once${randomBytes(5).toString('hex')}`);
    const campaigns = campaignsOf(own.stack.baseUrl, own.market);
    const advertiser = await campaigns.anAdvertiser();
    const campaign = await campaigns.aRunning(advertiser, { platforms: ['INSTAGRAM'] });
    const round = { creators, handles, advertiser, campaign };
    const statuses: number[] = [];
    const actAgain = async () => {
      for (let n = 0; n < depth(15, 40); n++) statuses.push(await oneOf(acts)(round));
    };
    await Promise.all(Array.from({ length: 6 }, actAgain));
    await own.control.untilQueuesAreEmpty();
    await own.control.untilNothingIsDeferred();

    expect(statuses.filter((status) => status >= 500 && status !== 502 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    for (const [what, text] of Object.entries(impossible))
      expect((await own.market.pool.query(text)).rowCount, what).toBe(0);
    for (const platform of ['X', 'KICK'] as const)
      for (const handle of handles) {
        const { there, here } = await grantsOf(platform, handle);
        expect(there, `${platform} ${handle}`).toBeLessThanOrEqual(here);
      }
    // A platform that refuses a grant makes some answers 503, which are logged with their cause.
    const isExpected = /"status":503|"event":"failure".*"code":"SERVICE_UNAVAILABLE"/;
    const errors = readFileSync(own.stack.logFile, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":"error"') && !isExpected.test(line));
    expect(errors).toEqual([]);
    await own.market.expectSoundLedger();
    expect(countDeadlocks(own.stack)).toBe(0);
  },
);
