/** The topics of emails that a user can switch off. Emails about security have no topic: they are always sent. */
export const mailTopics = ['work', 'accounts', 'campaigns', 'factories'] as const;
export type MailTopic = (typeof mailTopics)[number];
