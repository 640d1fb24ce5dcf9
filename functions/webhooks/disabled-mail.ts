export interface Disabled {
  readonly endpointId: number;
  readonly reason: 'GONE' | 'FAILING';
  readonly since: Date;
  readonly at: Date;
  readonly baseUrl: string;
}

const told = (at: Date) => at.toUTCString().replace(/:\d\d GMT$/, ' UTC');

/** The body of the mail to the owner. Without the address: it may hold a secret of the receiver. */
export const mailOf = ({ endpointId, reason, since, at, baseUrl }: Disabled): string =>
  JSON.stringify({
    subject: `Castline: your webhook endpoint ${endpointId} is disabled`,
    text: [
      reason === 'GONE'
        ? `Your webhook endpoint ${endpointId} answered 410 Gone at ${told(at)}. We take that as a wish not to be called any more.`
        : `No call of your webhook endpoint ${endpointId} has succeeded since ${told(since)}.`,
      'It is not called any more, and what was on its way to it is cancelled.',
      [
        'What went wrong, and how to be called again once it works:',
        `GET ${baseUrl}/api/v1/public/webhook-endpoints/${endpointId}/deliveries`,
        `POST ${baseUrl}/api/v1/public/webhook-endpoints/${endpointId}/enable`,
      ].join('\n'),
      'What was cancelled is not sent by itself: replay it, as you need it. What happens meanwhile is in the histories of your assignments.',
      'These addresses take an API key. With a token, leave out /public.',
    ].join('\n\n'),
  });
