import type * as z from 'zod';
import { type ErrorCode, Refusal } from './errors.ts';

/** Marks the issue of a check: the request is refused with this code, not with VALIDATION_FAILED. */
export const refusedAs = (code: ErrorCode) => ({
  message: new Refusal(code).message,
  params: { refusal: code },
});

export const isRefusedAs = (code: ErrorCode, issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' && issue.params?.refusal === code;

/** The issues that are VALIDATION_FAILED. A malformed cursor is INVALID_CURSOR, and only if nothing else is invalid. */
export function issuesBesidesCursor({ issues }: z.core.$ZodError): readonly z.core.$ZodIssue[] {
  const others = issues.filter((issue) => !isRefusedAs('INVALID_CURSOR', issue));
  if (others.length === 0) throw new Refusal('INVALID_CURSOR');
  return others;
}
