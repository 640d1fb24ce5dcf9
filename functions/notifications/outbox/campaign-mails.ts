import type { NotifiedCampaignEvent, NotifiedPost } from '../../../db/notifications/campaign-events.ts';
import {
  type ChosenRejectionReason,
  chosenRejectionReasons,
  type RejectionReason,
} from '../../../schema/campaigns/campaign-terms.ts';
import type { Party } from '../../../schema/shared/enums.ts';
import { platformNames } from '../../../schema/shared/platform-names.ts';
import { type Addresses, lineBreaks, type MailCopy, oneLine, usdOf } from './mail-copy.ts';
import { type MailText, mailOf } from './mails.ts';

type Mailed = Omit<NotifiedCampaignEvent, 'outboxId' | 'advertiser' | 'post'> & { readonly post: MailedPost | null };
type MailedPost = Pick<NotifiedPost, 'id' | 'platform' | 'url' | 'reason' | 'note'>;

/**
 * The emails of an event. The creator gets one when the post is accepted, rejected or unavailable; it has no amount that depends on the budget. The
 * advertiser gets one when the budget is low, and when the service pauses or completes the campaign.
 */
export function campaignMailsOf(event: Mailed, addresses: Addresses): Partial<Record<Party, MailText>> {
  const { post, campaignId } = event;
  const cabinet = `${addresses.BASE_URL}/cabinet`;
  if (post !== null) {
    const copy = postCopy(event, post, cabinet);
    return copy ? { CREATOR: mailOf(copy, `Your posts: ${cabinet}/posts`, addresses) } : {};
  }
  const page = `${cabinet}/campaigns/${campaignId}`;
  const copy = campaignCopy(event, { page, wallet: `${cabinet}/wallet` });
  return copy ? { ADVERTISER: mailOf(copy, `Campaign ${campaignId}: ${page}`, addresses) } : {};
}

function postCopy(event: Mailed, post: MailedPost, cabinet: string): MailCopy | null {
  switch (event.kind) {
    case 'post.accepted':
      return acceptedCopy(event, post, cabinet);
    case 'post.rejected':
      return event.actor === 'CREATOR' ? null : rejectedCopy(event, post, cabinet);
    case 'post.unavailable':
      return {
        subject: `your post ${post.id} is not visible any more`,
        paragraphs: [
          `${platformNames[post.platform]} does not show your post for ${nameOf(event)}, or does not show it to everyone:\n${post.url}`,
          'Until the post is public again, it earns nothing more, and nobody decides about it. You do not need to submit it again.',
        ],
      };
    default:
      return null;
  }
}

function acceptedCopy(event: Mailed, post: MailedPost, cabinet: string): MailCopy {
  const { actor, cpmCents, rewardCents, maxPerPostCents } = event;
  const most = maxPerPostCents === null ? '' : `, and at most ${usdOf(maxPerPostCents)} for a post`;
  return {
    subject: `your post ${post.id} is accepted`,
    paragraphs: [
      actor === 'ADVERTISER'
        ? `The advertiser has accepted your post for ${nameOf(event)}:\n${post.url}`
        : `The advertiser has not decided about your post for ${nameOf(event)}, so the service has accepted it:\n${post.url}`,
      ...(rewardCents === null ? [] : [`The campaign pays you ${usdOf(rewardCents)} for it.`]),
      ...(cpmCents === null
        ? []
        : [`The campaign pays ${usdOf(cpmCents)} for a thousand views, counted from the first one${most}.`]),
      `Earnings are paid once a day, and when the campaign ends. What the post has earned:\n${cabinet}/posts/${post.id}`,
    ],
  };
}

function rejectedCopy(event: Mailed, { id, url, reason, note }: MailedPost, cabinet: string): MailCopy {
  const isEnded = reason === 'CAMPAIGN_ENDED';
  return {
    subject: `your post ${id} is rejected`,
    paragraphs: [
      isEnded
        ? `The campaign has ended before your post for ${nameOf(event)} was accepted:\n${url}`
        : `The advertiser has rejected your post for ${nameOf(event)}:\n${url}`,
      ...(isChosen(reason) ? [`The reason: ${reasons[reason]}.`] : []),
      ...(note === null || note === '' ? [] : [`The advertiser writes:\n${quoted(note)}`]),
      isEnded
        ? `The post earns nothing. You can submit it to another campaign whose offer you took before you published the post:\n${cabinet}/offers`
        : `The post earns nothing. You can submit the same post again at most three times in all, or submit another post:\n${cabinet}/posts`,
    ],
  };
}

const isChosen = (reason: RejectionReason | null): reason is ChosenRejectionReason =>
  chosenRejectionReasons.some((chosen) => chosen === reason);

const reasons: Readonly<Record<ChosenRejectionReason, string>> = {
  DUPLICATE: 'it repeats another post',
  OUT_OF_WINDOW: 'it was published outside the time of the campaign',
  CRITERIA_NOT_MET: 'it does not meet the requirements of the campaign',
  NON_ORGANIC_VIEWS: 'its views are not organic',
  OTHER: 'the advertiser chose "other"',
};

function campaignCopy(event: Mailed, at: { page: string; wallet: string }): MailCopy | null {
  const { kind, actor, campaignId, pauseReason } = event;
  const name = `campaign ${campaignId}`;
  // A jump to the end of the budget has the email of the pause alone.
  if (kind === 'campaign.budget_low' && pauseReason !== 'BUDGET_EXHAUSTED')
    return {
      subject: `the budget of ${name} is nearly spent`,
      paragraphs: [
        `At least 80 % of the budget of ${nameOf(event)} is spent. The campaign pauses when the budget is exhausted.`,
        `To keep the campaign running, raise the budget:\n${at.page}/edit`,
      ],
    };
  // What the advertiser does needs no email.
  if (actor !== 'SYSTEM') return null;
  if (kind === 'campaign.paused')
    return {
      subject: `${name} is paused, because its budget is exhausted`,
      paragraphs: [
        `The budget of ${nameOf(event)} is exhausted, so the service has paused the campaign. Creators cannot submit posts.`,
        `If you raise the budget, the campaign runs again:\n${at.page}/edit`,
        `Or end the campaign. The service then pays the creators and refunds the rest of the budget:\n${at.page}`,
      ],
    };
  if (kind === 'campaign.completed')
    return {
      subject: `${name} has ended`,
      paragraphs: [
        `The end time of ${nameOf(event)} has passed, so the service has ended it. It has decided about all posts and paid the creators.`,
        `The rest of the budget was refunded to your balance:\n${at.wallet}`,
      ],
    };
  return null;
}

const nameOf = ({ title }: Pick<Mailed, 'title'>): string => `the campaign "${oneLine(title)}"`;

/** The text of a party, each line with a mark. */
const quoted = (text: string): string =>
  text
    .split(lineBreaks)
    .map((line) => `> ${line}`)
    .join('\n');
