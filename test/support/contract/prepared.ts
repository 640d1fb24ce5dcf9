import type { ErrorCode } from '../../../schema/shared/errors.ts';
import type { Prepared } from './routes.ts';

export const merged = (requested: Prepared, changes: object): Prepared => ({
  ...requested,
  body: { ...Object(requested.body), ...changes },
});
export const refusedFor = (code: ErrorCode, changes: (requested: Prepared) => Prepared) => (requested: Prepared) => ({
  ...changes(requested),
  code,
});
export const nothing = async () => ({});
