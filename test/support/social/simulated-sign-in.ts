import { createHash } from 'node:crypto';
import { oauthTerms } from '../../../functions/platform/social/oauth/terms.ts';
import type { Platform } from '../../../schema/shared/enums.ts';

const callback = 'https://castline.example/callback';
const verifier = 'v'.repeat(43);

interface SignedIn {
  readonly socialUrl: string;
  readonly socialSecret: string;
  readonly platform: Platform;
}

/** The sign-in and the token endpoint of a simulated platform, without the service. Its application has this secret. */
export function signInAt({ socialUrl, socialSecret, platform }: SignedIn) {
  const { scopes, separator, clientIdName, hasPkce } = oauthTerms[platform];
  const oauth = `${socialUrl}/${platform.toLowerCase()}/oauth`;

  /** The code for a person who allows everything. */
  async function aCode(handle: string): Promise<string> {
    const query = new URLSearchParams({
      ...{ [clientIdName]: 'castline', response_type: 'code', redirect_uri: callback, state: 's' },
      scope: scopes.join(separator),
      ...(hasPkce && {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }),
    });
    const form = new URLSearchParams({ handle, decision: 'allow' });
    for (const scope of scopes) form.append('scope', scope);
    const answer = await fetch(`${oauth}/authorize?${query}`, { method: 'POST', body: form, redirect: 'manual' });
    await answer.body?.cancel();
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code');
    if (code === null) throw new Error(`${platform} gave no code`);
    return code;
  }

  async function token(form: Record<string, string>) {
    const client = { [clientIdName]: 'castline', client_secret: socialSecret, redirect_uri: callback };
    const body = new URLSearchParams({ ...client, ...form });
    const answer = await fetch(`${oauth}/token`, { method: 'POST', body });
    return { status: answer.status, body: Object(await answer.json()) };
  }

  return {
    aCode,
    exchange: (code: string) =>
      token({ grant_type: 'authorization_code', code, ...(hasPkce && { code_verifier: verifier }) }),
    refresh: (refreshToken: string) => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}
