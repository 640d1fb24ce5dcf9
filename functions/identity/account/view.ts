import type { Role } from '../../../schema/shared/enums.ts';

interface Owner {
  readonly id: number;
  readonly displayName: string;
  readonly roles: readonly Role[];
}

interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** Calls per minute for each class of a participant. */
export interface CallLimits {
  readonly readsPerMinute: number;
  readonly writesPerMinute: number;
  readonly ownerReadsPerMinute: number;
  readonly ownerWritesPerMinute: number;
  readonly moneyMovesPerMinute: number;
  readonly exportsPerMinute: number;
}

export const identityView = ({ id, displayName, roles }: Owner, key: Key | null, limits: CallLimits) => ({
  owner: { id, displayName, roles },
  ...(key && {
    key: { id: key.id, name: key.name, prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt },
  }),
  limits,
});
