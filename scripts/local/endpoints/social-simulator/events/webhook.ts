import * as z from 'zod';
import type { Platform } from '../../../../../schema/shared/enums.ts';
import { deletionCall, type EndedGrant, revocationCall, type SignedCall, withWrongSignature } from './signed-call.ts';

/** Where a simulated platform sends its events, and the fault of its calls. */
export const webhook = z.strictObject({
  /** The address of the service up to /platform-events. */
  url: z.url(),
  fault: z.enum(['duplicate-webhook', 'bad-signature']).optional(),
});
export type Webhook = z.output<typeof webhook>;

/** Sends the event of an ended grant, and gives the statuses of the answers. */
export async function sendRevocation(
  platform: Platform,
  { url, fault }: Webhook,
  ended: EndedGrant,
): Promise<readonly number[]> {
  const call = revocationCall(platform, ended);
  return call === null ? [] : sendCalls({ url, fault }, [call]);
}

/** Sends calls, each perhaps with the fault, and gives the statuses of the answers. */
export async function sendCalls({ url, fault }: Webhook, calls: readonly SignedCall[]): Promise<readonly number[]> {
  const times = fault === 'duplicate-webhook' ? 3 : 1;
  const sent = calls.flatMap((call) =>
    Array.from({ length: times }, () => (fault === 'bad-signature' ? withWrongSignature(call) : call)),
  );
  const answers = await Promise.all(sent.map((call) => send(url, call)));
  return answers.map(({ status }) => status);
}

/** Sends the request of a person to delete the data, and gives the answer. */
export const sendDeletion = ({ url }: Webhook, person: EndedGrant): Promise<{ status: number; text: string }> =>
  send(url, deletionCall(person));

async function send(url: string, { path, headers, body }: SignedCall): Promise<{ status: number; text: string }> {
  const answer = await fetch(url + path, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
