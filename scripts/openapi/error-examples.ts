import {
  type ErrorCode,
  errorStatus,
  fullEnvelopeCodes,
  Refusal,
  type RefusalDetails,
} from '../../schema/shared/errors.ts';
import { meanings } from './error-meanings.ts';

/** The body that the service sends with a code. */
export function exampleError(code: ErrorCode): object {
  const own = new Refusal(code).message;
  const message = own === code ? meanings[code].replaceAll('`', '') : own;
  if (fullEnvelopeCodes.has(code))
    return { statusCode: errorStatus[code], code, message, timestamp: '2026-11-20T09:30:00.000Z', path };
  return { code, message, ...details[code] };
}

const path = '/api/v1/public/placement-orders';

const details: Partial<Record<ErrorCode, RefusalDetails & { message?: string }>> = {
  VALIDATION_FAILED: {
    message: 'items.0.results: must contain exactly 5 entries',
    issues: [{ path: 'items.0.results', message: 'must contain exactly 5 entries' }],
  },
  INVALID_STATE: { message: 'The order is FUNDED.', status: 'FUNDED', allowedActions: [] },
};
