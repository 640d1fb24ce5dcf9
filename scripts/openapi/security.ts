import type { Via } from '../../functions/http/authenticate.ts';

export const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'castline_live_{prefix}.{secret}',
    description: 'An API key, as `Authorization: Bearer <API key>`. For the paths under `/api/v1/public`.',
  },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The same API key, as `X-API-Key: <API key>`. Send one of the two headers.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A token of a signed-in user, from `GET /api/auth/token`. For the paths without `/public`. The service follows ' +
      // OWASP's rule looks for this spelling.
      'RFC8725: it accepts only the expected algorithms, issuer and audience.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'castline.session_token',
    description: 'The session of a person who signed in. Over https its name begins with `__Host-`.',
  },
} as const;

export function securityOf(via: Via): Record<string, string[]>[] {
  if (via === 'none') return [];
  return via === 'key' ? [{ apiKey: [] }, { apiKeyHeader: [] }] : [{ token: [] }];
}
