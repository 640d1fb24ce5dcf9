import { bytesOfHex } from '../../db/hex.ts';
import type { SealedTokens } from '../../db/social-accounts/connections.ts';
import { type Box, type Sealing, seal, unseal } from '../platform/sealing.ts';
import type { Tokens } from '../platform/social/index.ts';

/** The tokens of a grant, sealed for the database. They can be opened only for the same account. */
export async function sealTokens(
  accountId: number,
  { accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>,
  settings: Sealing,
): Promise<{ readonly sealedAccess: Uint8Array; readonly sealedRefresh: Uint8Array | null }> {
  const [access, refresh] = [tokenBox(accountId, 'access'), tokenBox(accountId, 'refresh')];
  return {
    sealedAccess: await seal(bytesOf(accessToken), access, settings),
    sealedRefresh: refreshToken === null ? null : await seal(bytesOf(refreshToken), refresh, settings),
  };
}

/** The tokens of a grant; null when it has ended. Throws SecretLost like unseal(). */
export async function openTokens(
  accountId: number,
  { access, refresh }: SealedTokens,
  settings: Sealing,
): Promise<Pick<Tokens, 'accessToken' | 'refreshToken'> | null> {
  if (access === null) return null;
  const opened = async (hex: string, kind: Kind) =>
    textOf(await unseal(bytesOfHex(hex), tokenBox(accountId, kind), settings));
  return {
    accessToken: await opened(access, 'access'),
    refreshToken: refresh === null ? null : await opened(refresh, 'refresh'),
  };
}

type Kind = 'access' | 'refresh';

/** The purpose and the holder of a token. */
export const tokenBox = (accountId: number, kind: Kind): Box => ({
  purpose: 'social-tokens',
  holder: `${kind} token of social account ${accountId}`,
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
