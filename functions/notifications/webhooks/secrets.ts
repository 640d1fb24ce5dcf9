import { type Box, reseal, type Sealing, seal, unseal } from '../../platform/sealing.ts';

/** The owner of a sealed secret. */
export interface SecretOwner {
  readonly endpointId: number;
  readonly ownerId: number;
}

/** A new signing secret: as text for its owner, who sees it once, and sealed for the database. */
export async function newSecret(
  owner: SecretOwner,
  settings: Sealing,
): Promise<{ readonly secret: string; readonly sealed: Uint8Array }> {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return { secret: written(bytes), sealed: await seal(bytes, boxOf(owner), settings) };
}

/** Decrypts a secret. Throws SecretLost like unseal(). */
export const openSecret = async (sealed: Uint8Array, owner: SecretOwner, settings: Sealing): Promise<string> =>
  written(await unseal(sealed, boxOf(owner), settings));

/** Seals the secret under SEALING_SECRET; null when it already is. Throws SecretLost like unseal(). */
export const resealSecret = (sealed: Uint8Array, owner: SecretOwner, settings: Sealing): Promise<Uint8Array | null> =>
  reseal(sealed, boxOf(owner), settings);

const secretBytes = 32;

const boxOf = ({ endpointId, ownerId }: SecretOwner): Box => ({
  purpose: 'webhook-secrets',
  holder: `webhook endpoint ${endpointId} of ${ownerId}`,
});

/** The notation of Standard Webhooks for a symmetric secret. */
const written = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;
