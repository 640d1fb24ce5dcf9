import type { DeadLetterRecord } from '../../db/desk/dead-letters.ts';
import type { DeadLetterView } from '../../schema/desk/operations.ts';
import { Refusal } from '../../schema/shared/errors.ts';
import { type Job, job } from '../../schema/shared/jobs.ts';

/** The job in a message; null if this version of the service has no such job. */
export const jobIn = (body: unknown): Job | null => job().safeParse(body).data ?? null;

/** A dead letter is queued again once, and only if its message is a job. */
export const actionsOn = ({ body, requeuedAt }: DeadLetterRecord): DeadLetterView['allowedActions'] =>
  requeuedAt === null && jobIn(body) !== null ? ['requeue'] : [];

/** The job that is queued again. INVALID_STATE if that is not allowed. */
export function jobToRequeue(letter: DeadLetterRecord): Job {
  const found = jobIn(letter.body);
  if (found !== null && letter.requeuedAt === null) return found;
  const status = letter.requeuedAt === null ? 'NO_JOB' : 'REQUEUED';
  const message =
    status === 'REQUEUED'
      ? 'The job is queued again already.'
      : 'The message contains no job, so it cannot be queued again.';
  throw new Refusal('INVALID_STATE', message, { status, allowedActions: [] });
}

/** The message as a JSON object. */
export function storable(body: unknown): string {
  // Postgres stores no digest of a visitor.
  const { visitor: _, network: __, ...kept } = isObject(body) ? body : { message: body ?? null };
  // Postgres can store neither NUL nor lone surrogates in JSON.
  return JSON.stringify(kept, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
  );
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
