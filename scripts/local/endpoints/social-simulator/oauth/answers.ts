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

/** The refusal of a token request in the platform's own shape. */
export function tokenProblem(platform: Platform, problem: TokenProblem): Answer {
  if (platform === 'TIKTOK')
    return json(200, { error: problem, error_description: 'Authorization code is expired.', log_id: '202611240101' });
  if (platform === 'INSTAGRAM')
    return json(400, {
      error_type: 'OAuthException',
      code: 400,
      error_message: 'This authorization code has been used',
    });
  if (platform === 'TWITCH')
    return json(problem === 'invalid_client' ? 403 : 400, {
      status: problem === 'invalid_client' ? 403 : 400,
      message: problem === 'invalid_client' ? 'invalid client secret' : 'Invalid authorization code',
    });
  if (platform === 'X' && problem === 'invalid_grant')
    return json(400, {
      error: 'invalid_request',
      error_description: 'Value passed for the authorization code was invalid.',
    });
  return json(problem === 'invalid_client' ? 401 : 400, { error: problem, error_description: 'Bad Request' });
}
