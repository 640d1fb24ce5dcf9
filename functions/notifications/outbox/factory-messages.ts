import { type NotifiedFactoryEvent, waitingFactoryEvents } from '../../../db/notifications/factory-events.ts';
import type { NewMessage } from '../../../db/notifications/outbox.ts';
import { missing } from '../../../schema/shared/errors.ts';
import type { JobCtx } from '../../context.ts';
import { factoryMailOf } from './factory-mails.ts';
import { type MessageSettings, messagesTo, type WaitingMessages, written } from './messages-to.ts';

/** Reads the events of content factories that wait in the outbox, and writes the calls and the emails to their owners. */
export async function factoryMessages(
  { db, settings }: Pick<JobCtx, 'db' | 'settings'>,
  limit: number,
): Promise<WaitingMessages> {
  const events = await waitingFactoryEvents(db, limit);
  return {
    outboxIds: events.map(({ outboxId }) => outboxId),
    messages: events.flatMap((event) => messagesOf(event, settings)),
  };
}

function messagesOf(event: NotifiedFactoryEvent, settings: MessageSettings): NewMessage[] {
  if (event.kind === 'factory.post.flagged' && event.flagged === null) return [];
  const mail = written(event, () => factoryMailOf(event, settings)) ?? undefined;
  return messagesTo(event.owner, event, { topic: 'factories', call: () => factoryCallBody(event), mail }, settings);
}

type CallEvent = Pick<NotifiedFactoryEvent, 'kind' | 'at' | 'factoryId' | 'flagged' | 'credits'>;

/** The body of a webhook call. It holds no metric: the consent to show it may be withdrawn. */
const factoryCallBody = (event: CallEvent) => ({
  type: event.kind,
  timestamp: event.at,
  data: { factoryId: event.factoryId, ...dataOf(event) },
});

function dataOf({ kind, flagged, credits }: CallEvent) {
  switch (kind) {
    case 'factory.post.flagged': {
      const { factoryAccountId, posts, postsTotal } = flagged ?? missing('the flagged posts');
      return { factoryAccountId, posts: posts.map(({ postId, flags }) => ({ postId, flags })), postsTotal };
    }
    case 'factory.credits_low': {
      const { balance, daysLeft } = credits ?? missing('the low credits');
      return { balance, daysLeft };
    }
    case 'factory.paused':
      return { pauseReason: 'NO_CREDITS' };
  }
}
