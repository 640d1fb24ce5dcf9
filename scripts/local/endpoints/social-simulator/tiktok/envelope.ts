import { randomBytes } from 'node:crypto';
import { type Answer, json } from '../../endpoint.ts';

/** "Error Handling": the error codes that the simulator gives, with their texts. */
const messages = {
  access_token_invalid: 'The access token is invalid or not found in the request.',
  scope_not_authorized: 'The user did not authorize the scope required for completing this request.',
  invalid_params: 'One or more fields in request is invalid.',
  rate_limit_exceeded: 'The API rate limit was exceeded. Please try again later.',
  internal_error: 'Something went wrong.',
  // The code of an unknown address is not documented.
  unsupported_path: 'Unsupported path(Janus).',
} as const;

export const success = (data: object): Answer => enveloped(200, data, 'ok', '');

export const failure = (status: number, code: keyof typeof messages): Answer =>
  enveloped(status, {}, code, messages[code]);

function enveloped(status: number, data: object, code: string, message: string): Answer {
  const log_id = randomBytes(16).toString('hex').toUpperCase();
  return { ...json(status, { data, error: { code, message, log_id } }), headers: { 'x-tt-logid': log_id } };
}
