import type { Bindings } from '../../env.ts';

/** Adds the deployment to the key, because another deployment may render differently. */
export const ofThisDeployment = (key: string, { VERSION }: Bindings) => ({
  key: `${key}@${VERSION?.id ?? ''}`,
  isShared: VERSION !== undefined,
});
