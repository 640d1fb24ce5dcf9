import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Platform } from '../../../../../schema/shared/enums.ts';

/** A call that a platform makes: its path below /platform-events, and its bytes. */
export interface SignedCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EndedGrant {
  readonly externalId: string;
  /** What the platform signs with. */
  readonly secret: string;
  readonly clientId: string;
  readonly now: Date;
}

/** The call about a grant that its user has ended, in the platform's own form; null where the platform tells nobody. */
export function revocationCall(platform: Platform, ended: EndedGrant): SignedCall | null {
  if (platform === 'TIKTOK') return byTikTok(ended);
  if (platform === 'TWITCH') return byTwitch(ended);
  return platform === 'INSTAGRAM' ? byMeta('deauthorize', ended) : null;
}

/** The same form as of a deauthorization, for a person who wants the data deleted. */
export const deletionCall = (ended: EndedGrant): SignedCall => byMeta('data-deletion', ended);

/** The same call with another signature. */
export function withWrongSignature({ path, headers, body }: SignedCall): SignedCall {
  const wrong = (text: string) => text.replace(/[0-9a-f](?=[^0-9a-f]*$)/, (last) => (last === '0' ? '1' : '0'));
  const changed = Object.entries(headers).map(([name, text]) => [name, /signature/.test(name) ? wrong(text) : text]);
  const isForm = body.startsWith('signed_request=');
  return {
    path,
    headers: Object.fromEntries(changed),
    body: isForm ? body.replace(/=(.)/, (_, first) => `=${first === 'A' ? 'B' : 'A'}`) : body,
  };
}

/** developers.tiktok.com, "Webhook Events" and "Webhooks Verification". */
function byTikTok({ externalId, secret, clientId, now }: EndedGrant): SignedCall {
  const at = Math.floor(now.getTime() / 1_000);
  const body = JSON.stringify({
    client_key: clientId,
    event: 'authorization.removed',
    create_time: at,
    user_openid: externalId,
    content: JSON.stringify({ reason: 1, nonce: randomBytes(4).toString('hex') }),
  });
  const signature = hmac(secret, `${at}.${body}`).toString('hex');
  return {
    path: '/tiktok',
    headers: { 'content-type': 'application/json', 'tiktok-signature': `t=${at},s=${signature}` },
    body,
  };
}

/** dev.twitch.tv, "Getting Events Using Webhook Callbacks" and "User Authorization Revoke". */
function byTwitch({ externalId, secret, clientId, now }: EndedGrant): SignedCall {
  const [id, at] = [randomUUID(), now.toISOString()];
  const body = JSON.stringify({
    subscription: {
      id: randomUUID(),
      type: 'user.authorization.revoke',
      version: '1',
      status: 'enabled',
      cost: 1,
      condition: { client_id: clientId },
      transport: { method: 'webhook', callback: 'https://castline.example/platform-events/twitch' },
      created_at: at,
    },
    event: { client_id: clientId, user_id: externalId, user_login: null, user_name: null },
  });
  return {
    path: '/twitch',
    headers: {
      'content-type': 'application/json',
      'twitch-eventsub-message-id': id,
      'twitch-eventsub-message-timestamp': at,
      'twitch-eventsub-message-type': 'notification',
      'twitch-eventsub-message-signature': `sha256=${hmac(secret, id + at + body).toString('hex')}`,
      'twitch-eventsub-subscription-type': 'user.authorization.revoke',
      'twitch-eventsub-subscription-version': '1',
    },
    body,
  };
}

/** developers.facebook.com, "Data Deletion Request Callback". */
function byMeta(callback: 'deauthorize' | 'data-deletion', { externalId, secret, now }: EndedGrant): SignedCall {
  const content = { user_id: externalId, algorithm: 'HMAC-SHA256', issued_at: Math.floor(now.getTime() / 1_000) };
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  const signature = hmac(secret, payload).toString('base64url');
  return {
    path: `/instagram/${callback}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ signed_request: `${signature}.${payload}` }).toString(),
  };
}

const hmac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();
