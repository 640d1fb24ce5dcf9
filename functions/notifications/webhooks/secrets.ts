import { type Box, type Sealing, seal, unseal } from '../../platform/sealing.ts';

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
  return { secret: written(bytes), sealed: await seal(bytes, secretBox(owner), settings) };
}

/** Decrypts a secret. Throws SecretLost like unseal(). */
export const openSecret = async (sealed: Uint8Array, owner: SecretOwner, settings: Sealing): Promise<string> =>
  written(await unseal(sealed, secretBox(owner), settings));

const secretBytes = 32;

/** The purpose and the holder of the secrets of an endpoint. */
export const secretBox = ({ endpointId, ownerId }: SecretOwner): Box => ({
  purpose: 'webhook-secrets',
  holder: `webhook endpoint ${endpointId} of ${ownerId}`,
});

/** The notation of Standard Webhooks for a symmetric secret. */
const written = (bytes: Uint8Array) => `whsec_${Buffer.from(bytes).toString('base64')}`;
