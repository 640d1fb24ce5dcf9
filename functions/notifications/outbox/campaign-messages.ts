import {
  type NotifiedCampaignEvent,
  type NotifiedPost,
  waitingCampaignEvents,
} from '../../../db/notifications/campaign-events.ts';
import type { NewMessage } from '../../../db/notifications/outbox.ts';
import type { PostFlag } from '../../../schema/campaigns/campaign-terms.ts';
import { viewsSeenSince } from '../../campaigns/posts/index.ts';
import type { JobCtx } from '../../context.ts';
import { campaignCallBody, postCallBody } from './campaign-call-body.ts';
import { campaignMailsOf } from './campaign-mails.ts';
import { messagesTo, type WaitingMessages, written } from './messages-to.ts';

/** Reads the events of campaigns that wait in the outbox, and writes the calls and the emails to their parties. */
export async function campaignMessages(
  { db, settings, now }: Pick<JobCtx, 'db' | 'settings' | 'now'>,
  limit: number,
): Promise<WaitingMessages> {
  const events = await waitingCampaignEvents(db, limit);
  const at = now();
  return {
    outboxIds: events.map(({ outboxId }) => outboxId),
    messages: events.flatMap((event) => messagesOf(event, settings, at)),
  };
}

/** An event of a post has messages to both parties, one of the campaign to its advertiser alone. */
function messagesOf(event: NotifiedCampaignEvent, settings: JobCtx['settings'], now: Date): NewMessage[] {
  const { advertiser, post } = event;
  const topic = 'campaigns' as const;
  const mails = written(event, () => campaignMailsOf(event, settings)) ?? {};
  if (post === null)
    return messagesTo(
      advertiser,
      event,
      { topic, call: () => campaignCallBody(event), mail: mails.ADVERTISER },
      settings,
    );
  const shown = flagsShownToAdvertiser(event, post, settings, now);
  const isHidden = event.kind === 'post.flagged' && shown.length === 0;
  const toAdvertiser = { topic, call: () => postCallBody(event, post, 'ADVERTISER', shown), mail: mails.ADVERTISER };
  const toCreator = { topic, call: () => postCallBody(event, post, 'CREATOR', post.flags), mail: mails.CREATOR };
  return [
    ...(isHidden ? [] : messagesTo(advertiser, event, toAdvertiser, settings)),
    ...messagesTo(post.creator, event, toCreator, settings),
  ];
}

/** The flags on metrics that the advertiser may see. */
function flagsShownToAdvertiser(
  { at }: Pick<NotifiedCampaignEvent, 'at'>,
  post: NotifiedPost,
  settings: JobCtx['settings'],
  now: Date,
): readonly PostFlag[] {
  const since = viewsSeenSince(post, settings, now);
  return since !== null && new Date(at) >= since ? post.flags : [];
}
