import { readMutedTopics, storeMutedTopics } from '../../../db/identity/notification-choices.ts';
import { type MailTopic, mailTopics } from '../../../schema/identity/mail-topics.ts';
import { notFound } from '../../../schema/shared/errors.ts';
import type { Ctx } from '../../context.ts';

type Choices = Readonly<Record<MailTopic, boolean>>;

/** The topics about which the caller gets emails. */
export const getNotifications = async ({ db, actor }: Ctx) => choicesView(await readMutedTopics(db, actor.userId));

/** Replaces the caller's choices. */
export async function updateNotifications({ db, actor, now }: Ctx, choices: Choices) {
  const muted = mailTopics.filter((topic) => !choices[topic]);
  return choicesView(await storeMutedTopics(db, actor.userId, muted, now()));
}

function choicesView(muted: readonly MailTopic[] | null) {
  if (muted === null) throw notFound();
  const isSent = (topic: MailTopic) => !muted.includes(topic);
  return {
    data: {
      ...{ work: isSent('work'), accounts: isSent('accounts') },
      ...{ campaigns: isSent('campaigns'), factories: isSent('factories') },
      security: true,
    },
  };
}
