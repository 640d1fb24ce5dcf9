/** The topics of mails that a user can switch off. Mails about security have no topic: they are always sent. */
export const mailTopics = ['work', 'accounts', 'campaigns', 'factories'] as const;
export type MailTopic = (typeof mailTopics)[number];
