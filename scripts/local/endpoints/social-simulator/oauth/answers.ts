import type { Platform } from '../../../../../schema/shared/enums.ts';
import { type Answer, json } from '../../endpoint.ts';
import type { IssuedTokens, TokenProblem } from './desk.ts';
import { signInRules } from './rules.ts';

/** A token answer in the platform's own shape. */
export function tokenAnswer(
  platform: Platform,
  { access, refresh, scopes, externalId, seconds }: IssuedTokens,
): Answer {
  const { separator, refreshSeconds } = signInRules[platform];
  const plain = { access_token: access, ...(refresh !== null && { refresh_token: refresh }), expires_in: seconds };
  const scope = scopes.join(separator);
  if (platform === 'YOUTUBE') return json(200, { ...plain, scope, token_type: 'Bearer' });
  if (platform === 'TIKTOK')
    return json(200, {
      ...plain,
      open_id: externalId,
      refresh_expires_in: refreshSeconds,
      scope,
      token_type: 'Bearer',
    });
  if (platform === 'INSTAGRAM')
    return json(200, { data: [{ access_token: access, user_id: externalId, permissions: scope }] });
  if (platform === 'TWITCH') return json(200, { ...plain, scope: scopes, token_type: 'bearer' });
  if (platform === 'KICK') return json(200, { ...plain, expires_in: String(seconds), scope, token_type: 'Bearer' });
  return json(200, { token_type: 'bearer', ...plain, scope });
}

/** A token request, and the application that may make it. */
interface Refused {
  readonly form: URLSearchParams;
  readonly clientId: string;
}

/** The refusal of a token request in the platform's own shape. */
export function tokenProblem(platform: Platform, problem: TokenProblem, refused: Refused): Answer {
  if (platform === 'TIKTOK')
    return json(200, { error: problem, error_description: 'Authorization code is expired.', log_id: '202611240101' });
  if (platform === 'INSTAGRAM')
    return json(400, {
      error_type: 'OAuthException',
      code: 400,
      error_message: 'This authorization code has been used',
    });
  if (platform === 'TWITCH') return twitchProblem(problem, refused);
  if (platform === 'X' && problem === 'invalid_grant')
    return json(400, {
      error: 'invalid_request',
      error_description: 'Value passed for the authorization code was invalid.',
    });
  return json(problem === 'invalid_client' ? 401 : 400, { error: problem, error_description: 'Bad Request' });
}

/** Twitch gives a message in place of an error code. The one of an unknown grant type is not verified. */
function twitchProblem(problem: TokenProblem, { form, clientId }: Refused): Answer {
  const answer = (status: number, message: string) => json(status, { status, message });
  if (problem === 'invalid_request') return answer(400, 'Invalid grant type');
  if (problem === 'invalid_grant')
    return answer(400, form.has('refresh_token') ? 'Invalid refresh token' : 'Invalid authorization code');
  const given = form.get('client_id');
  if (!given) return answer(400, 'missing client id');
  return given === clientId ? answer(403, 'invalid client secret') : answer(400, 'invalid client');
}
