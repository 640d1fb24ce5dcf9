export type DisabledReason = 'GONE' | 'FAILING' | 'SECRET_LOST';

export interface Disabled {
  readonly endpointId: number;
  readonly reason: DisabledReason;
  readonly since: Date;
  readonly at: Date;
  readonly baseUrl: string;
}

const timeOf = (at: Date) => at.toUTCString().replace(/:\d\d GMT$/, ' UTC');

/** The email to the owner. It omits the URL, because a URL may contain a secret of the receiver. */
export const mailOf = (disabled: Disabled): string =>
  JSON.stringify({
    subject: `Castline: your webhook endpoint ${disabled.endpointId} is disabled`,
    text: [
      causeOf(disabled),
      'We have stopped calling it and cancelled its pending messages.',
      remedyOf(disabled),
      'We do not send cancelled messages automatically. Replay the messages that you need. Read events that happen while the endpoint is disabled in the histories of your assignments.',
    ].join('\n\n'),
  });

function causeOf({ endpointId, reason, since, at }: Disabled): string {
  if (reason === 'GONE')
    return `Your webhook endpoint ${endpointId} answered 410 Gone at ${timeOf(at)}. This means that we must not call it any more.`;
  if (reason === 'FAILING')
    return `No call to your webhook endpoint ${endpointId} has succeeded since ${timeOf(since)}.`;
  return `We can no longer decrypt the signing secret of your webhook endpoint ${endpointId}, so we cannot sign calls. This is our error, not an error of your receiver.`;
}

function remedyOf({ endpointId, reason, baseUrl }: Disabled): string {
  const page = `${baseUrl}/cabinet/settings/webhooks/${endpointId}`;
  return reason === 'SECRET_LOST'
    ? `Replace its secret, give the new one to your receiver, and enable the endpoint:\n${page}`
    : `Find the cause, and enable the endpoint when it works again:\n${page}`;
}
