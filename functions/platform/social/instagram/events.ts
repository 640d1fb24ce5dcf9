import { sha256Hex } from '../../hash.ts';
import { areEqual } from '../../mac.ts';
import type { PlatformEvents } from '../events.ts';
import { answers } from './answers.ts';

/** Meta has an address for each callback, because both send the same form. */
export type MetaCallback = 'DEAUTHORIZE' | 'DATA_DELETION';

/** Meta documents no maximum age. A request that is replayed later must not end a new grant of the same account. */
const maxAgeMs = 86_400_000;

/**
 * The events of a webhook call; null when Meta has not signed it with this secret. The signature is the HMAC-SHA-256 of the raw body (Graph
 * API, "Webhooks", Validating Payloads). Meta's webhooks of Instagram have no event for a revoked grant.
 */
export async function readInstagramWebhook(
  { headers, body }: { headers: Headers; body: Uint8Array },
  secret: string,
): Promise<PlatformEvents | null> {
  const signature = /^sha256=([0-9a-f]{64})$/.exec(headers.get('x-hub-signature-256') ?? '')?.[1];
  if (signature === undefined) return null;
  if (!areEqual(await macOf(body, secret), Buffer.from(signature, 'hex'))) return null;
  const call = answers.webhook().safeParse(parsed(body)).data;
  if (call === undefined) return { answer: null, events: [] };
  const id = await idOf(body);
  const stories = call.entry.flatMap(({ id: externalId, changes }) =>
    externalId === undefined ? [] : changes.flatMap((change) => storyIn(change, externalId)),
  );
  if (stories.length > 0) return { answer: null, events: stories.map((story, n) => ({ ...story, id: `${id}/${n}` })) };
  const [entry, ...others] = call.entry;
  const externalId = others.length === 0 ? (entry?.id ?? null) : null;
  return { answer: null, events: [{ id, kind: 'OTHER', externalId }] };
}

/**
 * The last views of a story. Meta's reference calls them impressions, which its API has renamed to views. A call that does not state them
 * has no event.
 */
function storyIn({ field, value }: { readonly field: string; readonly value?: unknown }, externalId: string) {
  if (field !== 'story_insights') return [];
  const found = answers.storyInsights().safeParse(value).data;
  const views = found?.views ?? found?.impressions ?? -1;
  return found === undefined || views < 0
    ? []
    : [{ kind: 'STORY_ENDED' as const, externalId, story: { mediaId: found.media_id, views } }];
}

/**
 * The event of a callback, whose form has a `signed_request` ("Data Deletion Request Callback", and the Deauthorize callback of Business Login);
 * null when Meta has not signed it with this secret, or it is old. Meta does not say whether `user_id` is the professional account's id or the
 * one that only this application sees; a grant that is not found by it ends at its next renewal.
 * @param statusUrl The page where the person sees how far the deletion is, by its confirmation code. Only DATA_DELETION wants it as answer.
 */
export async function readMetaCallback(
  body: Uint8Array,
  callback: MetaCallback,
  { secret, now, statusUrl }: { secret: string; now: Date; statusUrl: (confirmationCode: string) => string },
): Promise<PlatformEvents | null> {
  const request = new URLSearchParams(new TextDecoder().decode(body)).get('signed_request') ?? '';
  const [, signature, payload] = /^([\w-]{43})=?\.([\w-]{1,4000}={0,2})$/.exec(request) ?? [];
  if (signature === undefined || payload === undefined) return null;
  const signed = new TextEncoder().encode(payload);
  const given = Buffer.from(signature, 'base64url');
  // The last character has two unused bits; only the canonical spelling of a signature is valid.
  if (given.toString('base64url') !== signature || !areEqual(await macOf(signed, secret), given)) return null;
  const found = answers.signed().safeParse(parsed(Buffer.from(payload, 'base64url'))).data;
  if (found === undefined || found.algorithm.toUpperCase() !== 'HMAC-SHA256') return null;
  if (Math.abs(now.getTime() - found.issued_at * 1000) > maxAgeMs) return null;
  const [id, externalId] = [await idOf(signed), String(found.user_id)];
  const at = new Date(found.issued_at * 1_000);
  if (callback === 'DEAUTHORIZE') return { answer: null, events: [{ id, kind: 'GRANT_REVOKED', externalId, at }] };
  const code = id.slice(0, 32);
  return {
    answer: JSON.stringify({ url: statusUrl(code), confirmation_code: code }),
    events: [{ id, kind: 'DATA_DELETION', externalId, at }],
  };
}

async function macOf(content: Uint8Array, secret: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, Uint8Array.from(content)));
}

/** The SHA-256 in hex, because Meta gives its calls no id. */
const idOf = (content: Uint8Array): Promise<string> => sha256Hex(Uint8Array.from(content));

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
