export type DisabledReason = 'GONE' | 'FAILING' | 'SECRET_LOST';

export interface Disabled {
  readonly endpointId: number;
  readonly reason: DisabledReason;
  readonly since: Date;
  readonly at: Date;
  readonly baseUrl: string;
}

const formatInstant = (at: Date) => at.toUTCString().replace(/:\d\d GMT$/, ' UTC');

/** The body of the mail to the owner. It omits the endpoint's URL, which may contain a secret of the receiver. */
export const mailOf = (disabled: Disabled): string =>
  JSON.stringify({
    subject: `Castline: your webhook endpoint ${disabled.endpointId} is disabled`,
    text: [
      causeOf(disabled),
      'It is not called any more, and what was on its way to it is cancelled.',
      remedyOf(disabled),
      'What was cancelled is not sent by itself: replay it, as you need it. What happens meanwhile is in the histories of your assignments.',
      'These addresses take an API key. With a token, leave out /public.',
    ].join('\n\n'),
  });

function causeOf({ endpointId, reason, since, at }: Disabled): string {
  if (reason === 'GONE')
    return `Your webhook endpoint ${endpointId} answered 410 Gone at ${formatInstant(at)}. We take that as a wish not to be called any more.`;
  if (reason === 'FAILING')
    return `No call of your webhook endpoint ${endpointId} has succeeded since ${formatInstant(since)}.`;
  return `We cannot open the signing secret of your webhook endpoint ${endpointId} any more, so that no call of it can be signed. That is our fault, not your receiver's.`;
}

function remedyOf({ endpointId, reason, baseUrl }: Disabled): string {
  const endpoint = `${baseUrl}/api/v1/public/webhook-endpoints/${endpointId}`;
  return reason === 'SECRET_LOST'
    ? [
        'Replace its secret, give the new one to your receiver, and enable the endpoint:',
        `POST ${endpoint}/rotate-secret`,
        `POST ${endpoint}/enable`,
      ].join('\n')
    : [
        'What went wrong, and how to be called again once it works:',
        `GET ${endpoint}/deliveries`,
        `POST ${endpoint}/enable`,
      ].join('\n');
}
