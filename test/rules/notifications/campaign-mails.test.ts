import { describe, expect, test } from 'vitest';
import { campaignMailsOf } from '../../../functions/notifications/outbox/campaign-mails.ts';
import {
  campaignEventActors,
  campaignEventKinds,
  postEventKinds,
  type RejectionReason,
} from '../../../schema/campaigns/campaign-terms.ts';

type Mailed = Parameters<typeof campaignMailsOf>[0];
type MailedPost = NonNullable<Mailed['post']>;

const cabinet = 'https://castline.example/cabinet';
const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

const aPost = (changes: Partial<MailedPost> = {}): MailedPost => ({
  ...{ id: 913, platform: 'YOUTUBE', url, reason: null, note: null },
  ...changes,
});

/** Campaign 25 pays 2 USD for a thousand views. */
const mails = (kind: Mailed['kind'], changes: Partial<Mailed> = {}) =>
  campaignMailsOf(
    {
      ...{ kind, actor: 'SYSTEM', at: '2026-11-21T17:00:00.000Z', campaignId: 25, title: 'Summer drinks' },
      ...{ pauseReason: null, cpmCents: '200', rewardCents: null, maxPerPostCents: null },
      post: kind.startsWith('post.') ? aPost() : null,
      ...changes,
    },
    { BASE_URL: 'https://castline.example' },
  );

const choices = `Choose which emails you get: ${cabinet}/settings/notifications`;
const footOfPost = `Your posts: ${cabinet}/posts\n${choices}`;
const footOfCampaign = `Campaign 25: ${cabinet}/campaigns/25\n${choices}`;
const whenPaid = `Earnings are paid once a day, and when the campaign ends. What the post has earned:
${cabinet}/posts/913`;

describe('an email to a creator', () => {
  test.each<[string, Mailed['kind'], Partial<Mailed>, string, string]>([
    [
      'about an acceptance tells how views are paid',
      'post.accepted',
      { actor: 'ADVERTISER' },
      'Castline: your post 913 is accepted',
      `The advertiser has accepted your post for the campaign "Summer drinks":
${url}

The campaign pays 2.00 USD for a thousand views, counted from the first one.

${whenPaid}`,
    ],
    [
      'about an automatic acceptance tells the most that a post can earn',
      'post.accepted',
      { maxPerPostCents: '70050' },
      'Castline: your post 913 is accepted',
      `The advertiser has not decided about your post for the campaign "Summer drinks", so the service has accepted it:
${url}

The campaign pays 2.00 USD for a thousand views, counted from the first one, and at most 700.50 USD for a post.

${whenPaid}`,
    ],
    [
      'about an acceptance for a reward tells the reward',
      'post.accepted',
      { actor: 'ADVERTISER', cpmCents: null, rewardCents: '600' },
      'Castline: your post 913 is accepted',
      `The advertiser has accepted your post for the campaign "Summer drinks":
${url}

The campaign pays you 6.00 USD for it.

${whenPaid}`,
    ],
    [
      'about a rejection tells the reason and the words of the advertiser',
      'post.rejected',
      { actor: 'ADVERTISER', post: aPost({ reason: 'CRITERIA_NOT_MET', note: 'No can in sight.' }) },
      'Castline: your post 913 is rejected',
      `The advertiser has rejected your post for the campaign "Summer drinks":
${url}

The reason: it does not meet the requirements of the campaign.

The advertiser writes:
> No can in sight.

The post earns nothing. You can submit the same post again at most three times in all, or submit another post:
${cabinet}/posts`,
    ],
    [
      'about a campaign that has ended tells that the post was not accepted before',
      'post.rejected',
      { post: aPost({ reason: 'CAMPAIGN_ENDED' }) },
      'Castline: your post 913 is rejected',
      `The campaign has ended before your post for the campaign "Summer drinks" was accepted:
${url}

The post earns nothing. You can submit it to another campaign whose offer you took before you published the post:
${cabinet}/offers`,
    ],
    [
      'about a post that its platform does not show tells what follows',
      'post.unavailable',
      {},
      'Castline: your post 913 is not visible any more',
      `YouTube does not show your post for the campaign "Summer drinks", or does not show it to everyone:
${url}

Until the post is public again, it earns nothing more, and nobody decides about it. You do not need to submit it again.`,
    ],
  ])('%s', (_, kind, changes, subject, text) => {
    expect(mails(kind, changes)).toEqual({ CREATOR: { subject, text: `${text}\n\n${footOfPost}` } });
  });

  test.each<[RejectionReason, string]>([
    ['DUPLICATE', 'The reason: it repeats another post.'],
    ['OUT_OF_WINDOW', 'The reason: it was published outside the time of the campaign.'],
    ['NON_ORGANIC_VIEWS', 'The reason: its views are not organic.'],
    ['OTHER', 'The reason: the advertiser chose "other".'],
  ])('about a rejection names %s in words', (reason, words) => {
    const post = aPost({ reason, note: '' });
    const text = mails('post.rejected', { actor: 'ADVERTISER', post }).CREATOR?.text;
    expect(text).toContain(`\n\n${words}\n\nThe post earns nothing.`);
  });

  test('marks each line of the words of the advertiser, so that they cannot look like words of the service', () => {
    const post = aPost({ reason: 'OTHER', note: 'One.\r\n\r\nTwo.\u2028Three.\u0085Four.\vFive.' });
    const { CREATOR } = mails('post.rejected', { title: 'Sun\nYour account\u2029 is closed', post });
    expect(CREATOR?.text).toContain('the campaign "Sun Your account is closed"');
    expect(CREATOR?.text).toContain('\n> One.\n> Two.\n> Three.\n> Four.\n> Five.\n\nThe post earns nothing.');
  });
});

describe('an email to an advertiser', () => {
  test.each<[string, Mailed['kind'], string, string]>([
    [
      'about a low budget tells how to raise it',
      'campaign.budget_low',
      'Castline: the budget of campaign 25 is nearly spent',
      `At least 80 % of the budget of the campaign "Summer drinks" is spent. The campaign pauses when the budget is exhausted.

To keep the campaign running, raise the budget:
${cabinet}/campaigns/25/edit`,
    ],
    [
      'about an exhausted budget tells what the advertiser can do',
      'campaign.paused',
      'Castline: campaign 25 is paused, because its budget is exhausted',
      `The budget of the campaign "Summer drinks" is exhausted, so the service has paused the campaign. Creators cannot submit posts.

If you raise the budget, the campaign runs again:
${cabinet}/campaigns/25/edit

Or end the campaign. The service then pays the creators and refunds the rest of the budget:
${cabinet}/campaigns/25`,
    ],
    [
      'about an end time that has passed tells where the rest of the budget is',
      'campaign.completed',
      'Castline: campaign 25 has ended',
      `The end time of the campaign "Summer drinks" has passed, so the service has ended it. It has decided about all posts and paid the creators.

The rest of the budget was refunded to your balance:
${cabinet}/wallet`,
    ],
  ])('%s', (_, kind, subject, text) => {
    expect(mails(kind)).toEqual({ ADVERTISER: { subject, text: `${text}\n\n${footOfCampaign}` } });
  });

  test('about a low budget is not sent beside the one about an exhausted budget', () => {
    expect(mails('campaign.budget_low', { pauseReason: 'BUDGET_EXHAUSTED' })).toEqual({});
  });
});

test('only the listed events of the service and decisions of the advertiser send an email', () => {
  const sent = [...postEventKinds, ...campaignEventKinds].flatMap((kind) =>
    campaignEventActors.flatMap((actor) => Object.keys(mails(kind, { actor })).map((role) => [kind, actor, role])),
  );
  const each = (kind: string) => campaignEventActors.map((actor) => [kind, actor, 'CREATOR']);
  expect(sent).toEqual([
    ...each('post.accepted'),
    // A creator needs no email about the own withdrawal.
    ...each('post.rejected').filter(([, actor]) => actor !== 'CREATOR'),
    ...each('post.unavailable'),
    ['campaign.paused', 'SYSTEM', 'ADVERTISER'],
    ['campaign.completed', 'SYSTEM', 'ADVERTISER'],
    ...campaignEventActors.map((actor) => ['campaign.budget_low', actor, 'ADVERTISER']),
  ]);
});
