import type { AuthorizationResponseError, AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import type { Platform } from '../../../../schema/shared/enums.ts';
import type { PlatformAccess } from '../../../settings/index.ts';
import { PlatformFailure } from '../failure.ts';
import { requestJson } from '../request.ts';
import type { Meter } from '../social-platform.ts';
import { exchangedForLong, prolonged } from './long-lived.ts';
import { type OAuthTerms, oauthTerms } from './terms.ts';
import { requestWithin } from './token-limit.ts';
import { failureOf, optionsOf } from './token-request.ts';
import { type Tokens, tokensIn } from './tokens.ts';

// Loaded on first use, because most requests need no OAuth.
const library = () => import('oauth4webapi');

/** The parameters of the callback, and the secrets of the request that led to it. */
export interface Callback {
  readonly parameters: URLSearchParams;
  readonly state: string;
  readonly verifier: string;
  readonly now: Date;
}

/** The client of a platform; null without CLIENT_ID and CLIENT_SECRET. */
export function openOAuth(platform: Platform, access: PlatformAccess, redirectUri: string): OAuthClient | null {
  const { clientId, clientSecret } = access;
  if (clientId === undefined || clientSecret === undefined) return null;
  return new OAuthClient(platform, access, { redirectUri, clientId, clientSecret });
}

interface Registration {
  readonly redirectUri: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The sign-in page and the token endpoints of one platform. Failures throw a PlatformFailure; NOT_GRANTED is an unusable code or token. */
export class OAuthClient {
  readonly terms: OAuthTerms;
  readonly #platform: Platform;
  readonly #access: PlatformAccess;
  readonly #registration: Registration;
  readonly #server: AuthorizationServer;
  readonly #client: Client;

  constructor(platform: Platform, access: PlatformAccess, registration: Registration) {
    this.terms = oauthTerms[platform];
    this.#platform = platform;
    this.#access = access;
    this.#registration = registration;
    this.#client = { client_id: registration.clientId };
    this.#server = {
      issuer: this.terms.issuer,
      token_endpoint: access.tokenUrl,
      ...(access.revokeUrl !== null && { revocation_endpoint: access.revokeUrl }),
    };
  }

  /** The address of the sign-in page. `verifier` is the secret of PKCE. */
  async authorizeUrl({ state, verifier }: Pick<Callback, 'state' | 'verifier'>): Promise<string> {
    const { parameters, clientIdName, scopes, separator, hasPkce } = this.terms;
    const { calculatePKCECodeChallenge } = await library();
    const query = {
      ...parameters,
      response_type: 'code',
      [clientIdName]: this.#registration.clientId,
      redirect_uri: this.#registration.redirectUri,
      scope: scopes.join(separator),
      state,
      ...(hasPkce && { code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
    };
    const url = new URL(this.#access.authorizeUrl);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value ?? '');
    return url.toString();
  }

  /** The tokens for a callback, or DENIED when the platform says that the person refused. */
  async exchange({ parameters, state, verifier, now }: Callback, meter: Meter): Promise<Tokens | 'DENIED'> {
    const all = await library();
    try {
      const valid = all.validateAuthResponse(this.#server, this.#client, parameters, state);
      const answer = await all.authorizationCodeGrantRequest(
        this.#server,
        this.#client,
        this.#authenticate,
        valid,
        this.#registration.redirectUri,
        this.terms.hasPkce ? verifier : all.nopkce,
        optionsOf(this.#platform, meter, all),
      );
      const first = tokensIn(
        await all.processAuthorizationCodeResponse(this.#server, this.#client, answer),
        this.terms,
        now,
      );
      return this.terms.refresh === 'LONG_LIVED' ? await exchangedForLong(this.#access, meter, first, now) : first;
    } catch (error) {
      if (error instanceof all.AuthorizationResponseError) return this.#afterRefusal(error);
      throw failureOf(this.#platform, error, all);
    }
  }

  /** What an error in a callback means (RFC 6749, 4.1.2.1): only `access_denied` is the person's own decision. */
  #afterRefusal(refusal: AuthorizationResponseError): 'DENIED' {
    if (refusal.error === 'access_denied') return 'DENIED';
    const isFailing = refusal.error === 'server_error' || refusal.error === 'temporarily_unavailable';
    throw new PlatformFailure(isFailing ? 'SILENT' : 'NOT_GRANTED', `${this.#platform} returned ${refusal.error}`);
  }

  /** New tokens. At TikTok, X and Kick the former refresh token can be dead afterwards. */
  async refresh(
    held: Pick<Tokens, 'accessToken' | 'refreshToken' | 'scopes'>,
    now: Date,
    meter: Meter,
  ): Promise<Tokens> {
    if (this.terms.refresh === 'LONG_LIVED') return prolonged(this.#access, meter, held, now);
    if (held.refreshToken === null) throw new PlatformFailure('NOT_GRANTED', `${this.#platform} gave no refresh token`);
    const all = await library();
    try {
      const answer = await all.refreshTokenGrantRequest(
        this.#server,
        this.#client,
        this.#authenticate,
        held.refreshToken,
        optionsOf(this.#platform, meter, all),
      );
      const given = await all.processRefreshTokenResponse(this.#server, this.#client, answer);
      const fresh = tokensIn(given, this.terms, now);
      return {
        ...fresh,
        refreshToken: fresh.refreshToken ?? held.refreshToken,
        scopes: given.scope === undefined ? held.scopes : fresh.scopes,
      };
    } catch (error) {
      throw failureOf(this.#platform, error, all);
    }
  }

  /** Whether the platform still accepts an access token; null where it has no way to ask. */
  async isValid(accessToken: string, meter: Meter): Promise<boolean | null> {
    const { validateUrl } = this.#access;
    if (validateUrl === null) return null;
    // The scheme of Twitch ("Validating Tokens"). A refused token is a 401.
    const { status } = await requestWithin(meter, this.#platform, {
      url: new URL(validateUrl),
      headers: { authorization: `OAuth ${accessToken}` },
    });
    if (status === 200 || status === 401) return status === 200;
    throw new PlatformFailure('SILENT', `${this.#platform} answered ${status} to a validation`);
  }

  /** Ends the grant at the platform, where an application can end it. */
  async revoke({ accessToken, refreshToken }: Pick<Tokens, 'accessToken' | 'refreshToken'>): Promise<void> {
    const { revokeUrl } = this.#access;
    if (this.terms.revocation === 'NONE' || revokeUrl === null) return;
    if (this.terms.revocation === 'QUERY') return this.#revokeByQuery(revokeUrl, refreshToken ?? accessToken);
    const all = await library();
    // TikTok and Twitch take only the access token.
    const takesAccess = this.#platform === 'TIKTOK' || this.#platform === 'TWITCH';
    const token = takesAccess ? accessToken : (refreshToken ?? accessToken);
    try {
      const answer = await all.revocationRequest(
        this.#server,
        this.#client,
        this.#authenticate,
        token,
        optionsOf(this.#platform, null, all),
      );
      await all.processRevocationResponse(answer);
    } catch (error) {
      throw failureOf(this.#platform, error, all);
    }
  }

  async #revokeByQuery(revokeUrl: string, token: string): Promise<void> {
    const url = new URL(revokeUrl);
    url.searchParams.set('token', token);
    const { status } = await requestJson({ url, method: 'POST', headers: {} });
    if (status !== 200) throw new PlatformFailure('SILENT', `${this.#platform} answered ${status} to a revocation`);
  }

  readonly #authenticate: ClientAuth = (_server, _client, body, headers) => {
    const { clientId, clientSecret } = this.#registration;
    if (this.terms.clientAuth === 'BASIC') {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
      return;
    }
    body.set(this.terms.clientIdName, clientId);
    body.set('client_secret', clientSecret);
  };
}
