import { type HideableField, hideableFields, maxShareLinks } from '../../../schema/factories/factory-terms.ts';
import { invalid, limitReached, type Refusal } from '../../../schema/shared/errors.ts';

/** Refuses a link that would be expired when it is created. */
export function refusePastEnd(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'must be in the future');
}

/** The fields in the order of the contract. */
export const inOrder = (fields: readonly HideableField[]): HideableField[] =>
  hideableFields.filter((field) => fields.includes(field));

/** The path of the report for people. The secret is in no other answer. */
export const sharePathOf = (secret: string): string => `/reports/${secret}`;

export const tooManyShareLinks = (): Refusal =>
  limitReached(`A factory has at most ${maxShareLinks} share links. Delete one first.`, ['delete']);
