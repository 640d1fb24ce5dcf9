import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { peopleOf } from '../../support/contract/people.ts';
import { type CampaignHooks, startCampaignHooks } from '../../support/market/campaign-hooks.ts';
import type { Publisher } from '../../support/market/campaign-posts.ts';
import { change, dataOf, move } from '../../support/market/campaigns.ts';
import { type Person, signedInAgain } from '../../support/market/people.ts';

let hooks: CampaignHooks;
beforeAll(async () => {
  hooks = await startCampaignHooks();
});
afterEach(async () => {
  await hooks.market.expectSoundLedger();
  await hooks.posts.rest();
});
afterAll(() => hooks.stop());

let advertiser: Person;
let creator: Publisher;
beforeEach(async () => {
  advertiser = await hooks.campaigns.anAdvertiser();
  creator = await hooks.posts.aPublisher();
});

const campaignOf = async ({ id }: { id: number }) => dataOf(await advertiser.keyed.get(`/campaigns/${id}`));

async function gone(post: { contentId: string }): Promise<void> {
  await creator.remove(post.contentId);
  for (let scans = 0; scans < 3; scans += 1) await hooks.posts.scan();
}

describe('both parties of a post', () => {
  test('both parties of a post are notified of each event once, each of its own side, and nobody else is', async () => {
    const [toAdvertiser, toCreator] = [await hooks.anEndpointOf(advertiser), await hooks.anEndpointOf(creator)];
    const strangers = [
      await hooks.anEndpointOf(await hooks.campaigns.anAdvertiser()),
      await hooks.anEndpointOf(await hooks.posts.aPublisher()),
      await hooks.anEndpointOf(creator, ['assignment.accepted']),
    ];
    const some = await hooks.anEndpointOf(creator, ['post.rejected']);
    const campaign = await hooks.campaigns.aRunning(advertiser);
    const post = await hooks.posts.aPost(creator, campaign, { views: 9_000 });
    await hooks.posts.scan();
    dataOf(await hooks.posts.accept(advertiser, campaign, post.id));
    await creator.publish(post.contentId, { views: 8_000 });
    await hooks.posts.scan();
    await gone(post);
    const other = await hooks.posts.aPost(creator, campaign);
    dataOf(
      await hooks.posts.reject(advertiser, campaign, other.id, {
        reason: 'CRITERIA_NOT_MET',
        note: 'No can in sight.',
      }),
    );
    await hooks.settle();
    const told = (role: string) => {
      const common = { campaignId: campaign.id, socialAccountId: creator.accountId, platform: 'YOUTUBE', role };
      const event = (kind: string, postId: number, data: object) => ({
        type: `post.${kind}`,
        timestamp: expect.any(String),
        data: { ...common, postId, reason: null, flags: [], ...data },
      });
      return [
        event('submitted', post.id, { actor: 'CREATOR' }),
        event('accepted', post.id, { actor: 'ADVERTISER' }),
        event('flagged', post.id, { actor: 'SYSTEM', flags: ['VIEWS_FELL'] }),
        event('unavailable', post.id, { actor: 'SYSTEM' }),
        event('submitted', other.id, { actor: 'CREATOR' }),
        event('rejected', other.id, { actor: 'ADVERTISER', reason: 'CRITERIA_NOT_MET' }),
      ];
    };
    expect(hooks.callsTo(toCreator)).toEqual(told('CREATOR'));
    expect(hooks.callsTo(toAdvertiser).slice(1)).toEqual(told('ADVERTISER'));
    expect(strangers.map(hooks.kindsTo)).toEqual([[], [], []]);
    expect(hooks.kindsTo(some)).toEqual(['post.rejected']);
    const deliveries = await hooks.deliveries(toCreator);
    expect(deliveries[0]).toMatchObject({ kind: 'post.rejected', eventId: null, status: 'DELIVERED', attempts: 1 });
    expect(JSON.stringify(hooks.receiver.callsTo(some.path))).not.toContain('No can in sight');
  });
});

describe('the advertiser of a campaign', () => {
  test('the advertiser alone is notified of the events of a campaign, each once', async () => {
    const [toAdvertiser, toCreator] = [await hooks.anEndpointOf(advertiser), await hooks.anEndpointOf(creator)];
    const stranger = await hooks.anEndpointOf(await hooks.campaigns.anAdvertiser());
    const campaign = await hooks.campaigns.aRunning(advertiser, { budgetCents: '1000' });
    dataOf(await move(advertiser, await campaignOf(campaign), 'pause'));
    dataOf(await move(advertiser, await campaignOf(campaign), 'resume'));
    const post = await hooks.posts.aPost(creator, campaign, { views: 4_500 });
    await hooks.posts.scan();
    dataOf(await hooks.posts.accept(advertiser, campaign, post.id));
    await hooks.settle();
    await creator.publish(post.contentId, { views: 5_000 });
    await hooks.posts.scan();
    dataOf(await change(advertiser, await campaignOf(campaign), { budgetCents: '2000' }));
    dataOf(await move(advertiser, await campaignOf(campaign), 'complete'));
    dataOf(await move(advertiser, await hooks.campaigns.aDraft(advertiser), 'cancel'));
    await hooks.settle();
    expect(hooks.actorsTo(toAdvertiser).filter(([type]) => String(type).startsWith('campaign.'))).toEqual([
      ['campaign.started', 'ADVERTISER'],
      ['campaign.paused', 'ADVERTISER'],
      ['campaign.resumed', 'ADVERTISER'],
      ['campaign.budget_low', 'SYSTEM'],
      ['campaign.paused', 'SYSTEM'],
      ['campaign.resumed', 'ADVERTISER'],
      ['campaign.completed', 'ADVERTISER'],
      ['campaign.cancelled', 'ADVERTISER'],
    ]);
    expect(hooks.kindsTo(toCreator)).toEqual(['post.submitted', 'post.accepted']);
    expect(hooks.kindsTo(stranger)).toEqual([]);
    expect(hooks.subjectsTo(advertiser)).toEqual([
      `Castline: campaign ${campaign.id} is paused, because its budget is exhausted`,
      `Castline: the budget of campaign ${campaign.id} is nearly spent`,
    ]);
  });

  test('the advertiser gets an email when the service ends the campaign, and none about its own actions', async () => {
    const toAdvertiser = await hooks.anEndpointOf(advertiser, ['campaign.completed', 'post.rejected']);
    const endsAt = new Date(hooks.now().getTime() + 3_600_000).toISOString();
    const campaign = await hooks.campaigns.aRunning(advertiser, { endsAt });
    const { id, contentId } = await hooks.posts.aPost(creator, campaign);
    await creator.publish(contentId, { state: 'PRIVATE' });
    await hooks.posts.scan();
    await hooks.later(3_700);
    // The end of the campaign also reads the outbox.
    await hooks.control.run({ kind: 'end-due-campaigns', afterId: 0 });
    await hooks.control.untilQueuesAreEmpty();
    expect(hooks.actorsTo(toAdvertiser)).toEqual([
      ['campaign.completed', 'SYSTEM'],
      ['post.rejected', 'SYSTEM'],
    ]);
    expect(hooks.callsTo(toAdvertiser)[1]).toMatchObject({ data: { postId: id, reason: 'CAMPAIGN_ENDED' } });
    expect(hooks.subjectsTo(advertiser)).toEqual([`Castline: campaign ${campaign.id} has ended`]);
    expect(hooks.subjectsTo(creator)).toEqual([`Castline: your post ${id} is rejected`]);
  });

  test('the advertiser is not notified of a flag on metrics that only the creator may see', async () => {
    const toAdvertiser = await hooks.anEndpointOf(advertiser, ['post.flagged']);
    const hiding = [await hooks.posts.aPublisher('TWITCH'), await hooks.posts.aPublisher('TIKTOK')];
    const open = await hooks.posts.aPublisher('TIKTOK');
    const toCreators = await Promise.all([...hiding, open].map((each) => hooks.anEndpointOf(each, ['post.flagged'])));
    const campaign = await hooks.campaigns.aRunning(advertiser, {
      ...{ platforms: ['TWITCH', 'TIKTOK'], payment: { model: 'FIXED', rewardCents: '100' } },
    });
    const made: { id: number; contentId: string }[] = [];
    for (const publisher of [...hiding, open])
      made.push(await hooks.posts.aPost(publisher, campaign, { views: 5_000 }));
    await hooks.posts.scan();
    const [, tiktok] = hiding;
    if (tiktok === undefined) throw new Error('two were made');
    dataOf(await tiktok.api.put(`/social-accounts/${tiktok.accountId}/sharing`, { enabled: false }));
    for (const [index, publisher] of [...hiding, open].entries())
      await publisher.publish(made[index]?.contentId ?? '', { views: 4_000 });
    await hooks.posts.scan();
    await hooks.settle();
    for (const [index, endpoint] of toCreators.entries())
      expect(hooks.callsTo(endpoint)).toMatchObject([{ data: { postId: made[index]?.id, flags: ['VIEWS_FELL'] } }]);
    expect(hooks.callsTo(toAdvertiser)).toMatchObject([{ data: { postId: made[2]?.id, flags: ['VIEWS_FELL'] } }]);
  });
});

describe('a creator', () => {
  test('calls and emails to a creator do not depend on the budget', async () => {
    const told: unknown[] = [];
    for (const budgetCents of ['300', '90000']) {
      const publisher = await hooks.posts.aPublisher();
      const endpoint = await hooks.anEndpointOf(publisher);
      const campaign = await hooks.campaigns.aRunning(advertiser, { budgetCents });
      const post = await hooks.posts.aPost(publisher, campaign, { views: 5_000 });
      await hooks.posts.scan();
      dataOf(await hooks.posts.accept(advertiser, campaign, post.id));
      await hooks.settle();
      expect((await campaignOf(campaign)).status).toBe(budgetCents === '300' ? 'PAUSED' : 'RUNNING');
      const mails = hooks.mailsOf(publisher).map(({ subject, text }) => [subject, text]);
      const calls = hooks.callsTo(endpoint).map(({ type, data }) => ({ type, data }));
      const ids = new Map([
        [String(post.id), 'POST'],
        [String(campaign.id), 'CAMPAIGN'],
        [String(publisher.accountId), 'ACCOUNT'],
        [post.contentId, 'CONTENT'],
      ]);
      told.push(
        JSON.stringify([calls, mails]).replaceAll(/[\w-]+/g, (word) => ids.get(word) ?? word),
        calls.length + mails.length,
      );
    }
    expect(told.slice(0, 2)).toEqual(told.slice(2));
    expect(told[1]).toBe(3);
  });

  test("a creator gets an email about each decision, with the advertiser's note quoted, and about a post that is unavailable", async () => {
    const campaign = await hooks.campaigns.aRunning(advertiser);
    const [kept, refused] = [await hooks.posts.aPost(creator, campaign), await hooks.posts.aPost(creator, campaign)];
    await hooks.posts.scan();
    dataOf(await hooks.posts.accept(advertiser, campaign, kept.id));
    const note = 'No can in sight.\nCastline: your account is closed.';
    dataOf(await hooks.posts.reject(advertiser, campaign, refused.id, { reason: 'CRITERIA_NOT_MET', note }));
    await gone(kept);
    await hooks.settle();
    expect(hooks.subjectsTo(creator)).toEqual([
      `Castline: your post ${kept.id} is accepted`,
      `Castline: your post ${kept.id} is not visible any more`,
      `Castline: your post ${refused.id} is rejected`,
    ]);
    const mail = hooks.mailsOf(creator).find(({ subject }) => subject.endsWith('is rejected'));
    expect(mail?.text).toContain('The reason: it does not meet the requirements of the campaign.');
    expect(mail?.text).toContain('> No can in sight.\n> Castline: your account is closed.\n');
    expect(hooks.subjectsTo(advertiser)).toEqual([]);
  });
});

describe('a suspended party', () => {
  test('a suspended party is not notified of a post, and the other party is', async () => {
    const [toAdvertiser, toCreator] = [
      await hooks.anEndpointOf(advertiser, ['post.flagged', 'post.rejected', 'campaign.completed']),
      await hooks.anEndpointOf(creator, ['post.flagged', 'post.rejected']),
    ];
    const staff = await peopleOf(hooks.stack.baseUrl, hooks.market).aPerson({ roles: ['STAFF'] });
    const suspend = (person: Person, suspended: boolean) =>
      staff.twin.put(`/staff/users/${person.userId}/suspension`, {
        suspended,
        ...(suspended && { reason: 'Under review.' }),
      });
    const campaign = await hooks.campaigns.aRunning(advertiser);
    const post = await hooks.posts.aPost(creator, campaign, { views: 5_000 });
    await hooks.posts.scan();
    dataOf(await suspend(advertiser, true));
    await creator.publish(post.contentId, { views: 4_000 });
    await hooks.posts.scan();
    await hooks.settle();
    dataOf(await suspend(advertiser, false));
    dataOf(await suspend(creator, true));
    // The suspension has ended the session.
    const again = await signedInAgain(hooks.stack.baseUrl, advertiser);
    dataOf(await move(again, await campaignOf(campaign), 'complete'));
    await hooks.settle();
    expect(hooks.kindsTo(toCreator)).toEqual(['post.flagged']);
    expect(hooks.kindsTo(toAdvertiser)).toEqual(['campaign.completed', 'post.rejected']);
    expect(hooks.subjectsTo(creator)).toEqual([]);
  });
});
