import type { Bindings } from '../../env.ts';

/** Another deployment may render otherwise: what it has kept is not taken. */
export const ofThisDeployment = (key: string, { VERSION }: Bindings) => ({
  key: `${key}@${VERSION?.id ?? ''}`,
  isShared: VERSION !== undefined,
});
