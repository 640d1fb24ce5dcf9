import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Platform } from '../../../../../schema/shared/enums.ts';
import type { LocalClock } from '../../../clock.ts';
import { signInRules } from './rules.ts';

export interface IssuedTokens {
  readonly access: string;
  readonly refresh: string | null;
  readonly scopes: readonly string[];
  readonly externalId: string;
  /** The life of the access token. */
  readonly seconds: number;
}

/** The error codes of RFC 6749, 5.2, that the simulator gives. */
export type TokenProblem = 'invalid_grant' | 'invalid_client' | 'invalid_request';

/** A request of the sign-in page that is valid. */
export interface SignIn {
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly challenge: string | null;
}

interface Code extends SignIn {
  readonly externalId: string;
  readonly endsAt: number;
}

interface Grant {
  readonly externalId: string;
  readonly scopes: readonly string[];
  refresh: string | null;
  refreshEndsAt: number;
}

interface Access {
  readonly grant: Grant;
  readonly issuedAt: number;
  readonly endsAt: number;
}

/** The grants of a desk with their tokens, as they are stored. */
export const keptGrants = z.array(
  z.strictObject({
    externalId: z.string(),
    scopes: z.array(z.string()),
    refresh: z.string().nullable(),
    refreshEndsAt: z.number(),
    access: z.array(z.strictObject({ token: z.string(), issuedAt: z.number(), endsAt: z.number() })),
  }),
);

/** The codes and tokens that the simulator of one platform has issued. */
export class Desk {
  /** Every code and token that was issued, and every verifier that was received, so that a test can look for them elsewhere. */
  readonly secrets = new Set<string>();
  readonly #platform: Platform;
  readonly #clock: Pick<LocalClock, 'now'>;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Access>();
  readonly #refresh = new Map<string, Grant>();
  readonly #ofApp = new Map<string, number>();

  constructor(platform: Platform, clock: Pick<LocalClock, 'now'>) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /** The grants whose tokens can still be used. Codes are not among them: a sign-in does not survive a restart. */
  grants(): z.output<typeof keptGrants> {
    const found = new Map<Grant, z.output<typeof keptGrants>[number]>();
    const entryOf = (grant: Grant) => {
      const entry = found.get(grant) ?? { ...grant, scopes: [...grant.scopes], access: [] };
      found.set(grant, entry);
      return entry;
    };
    for (const grant of this.#refresh.values()) if (grant.refreshEndsAt > this.#now()) entryOf(grant);
    for (const [token, { grant, issuedAt, endsAt }] of this.#access)
      if (endsAt > this.#now()) entryOf(grant).access.push({ token, issuedAt, endsAt });
    return [...found.values()];
  }

  restore(kept: z.output<typeof keptGrants>): void {
    for (const { access, ...grant } of kept) {
      if (grant.refresh !== null) this.#refresh.set(grant.refresh, grant);
      for (const { token, ...times } of access) this.#access.set(token, { grant, ...times });
    }
  }

  /** The code for a person who has allowed the request. */
  issueCode(signIn: SignIn, externalId: string): string {
    const code = `code-${this.#platform.toLowerCase()}-${randomBytes(18).toString('base64url')}`;
    this.secrets.add(code);
    this.#codes.set(code, {
      ...signIn,
      externalId,
      endsAt: this.#now() + signInRules[this.#platform].codeSeconds * 1_000,
    });
    return code;
  }

  /** A token of the application itself, for 60 days. */
  issueToApp(): { readonly access: string; readonly seconds: number } {
    const access = `app-${this.#platform.toLowerCase()}-${randomBytes(24).toString('base64url')}`;
    const seconds = 60 * 86_400;
    this.#ofApp.set(access, this.#now() + seconds * 1_000);
    return { access, seconds };
  }

  isOfApp = (access: string): boolean => (this.#ofApp.get(access) ?? 0) > this.#now();

  /** The account of a code or of a refresh token; undefined for an unknown one. It uses up neither. */
  accountOf(codeOrRefresh: string): string | undefined {
    return (this.#codes.get(codeOrRefresh) ?? this.#refresh.get(codeOrRefresh))?.externalId;
  }

  /** The tokens for a code, once. */
  exchange(code: string, redirectUri: string, verifier: string | null): IssuedTokens | TokenProblem {
    if (verifier !== null) this.secrets.add(verifier);
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    if (found === undefined || found.endsAt <= this.#now() || found.redirectUri !== redirectUri) return 'invalid_grant';
    const isProven = found.challenge === null || (verifier !== null && challengeOf(verifier) === found.challenge);
    if (!isProven) return 'invalid_grant';
    return this.#issue({ externalId: found.externalId, scopes: found.scopes, refresh: null, refreshEndsAt: 0 });
  }

  /** New tokens for a refresh token, which is dead afterwards where the platform rotates them. */
  refresh(refresh: string): IssuedTokens | TokenProblem {
    const grant = this.#refresh.get(refresh);
    if (grant === undefined || grant.refreshEndsAt <= this.#now()) return 'invalid_grant';
    return this.#issue(grant);
  }

  /** Another token of the same grant, which lives longer: Instagram. Null for a token that is unknown, expired or too young. */
  prolong(access: string, seconds: number, minAgeSeconds: number): IssuedTokens | null {
    const found = this.#access.get(access);
    if (found === undefined || found.endsAt <= this.#now()) return null;
    if (this.#now() - found.issuedAt < minAgeSeconds * 1_000) return null;
    return this.#issueAccess(found.grant, seconds);
  }

  /** Ends the grant of a token, or every grant of its person, and gives the account; undefined for an unknown token. */
  revoke(token: string): string | undefined {
    const grant = this.#access.get(token)?.grant ?? this.#refresh.get(token);
    if (grant === undefined) return undefined;
    const { externalId } = grant;
    const isAll = signInRules[this.#platform].revokes === 'ALL_OF_PERSON';
    this.#revokeAll((other) => other === grant || (isAll && other.externalId === externalId));
    return externalId;
  }

  /** Ends every grant of an account, as its owner can at the platform. */
  revokeAccount(externalId: string): void {
    this.#revokeAll((grant) => grant.externalId === externalId);
  }

  /** The number of grants of an account that have a valid access token. */
  countOf(externalId: string): number {
    const valid = [...this.#access.values()].filter(
      ({ grant, endsAt }) => grant.externalId === externalId && endsAt > this.#now(),
    );
    return new Set(valid.map(({ grant }) => grant)).size;
  }

  #revokeAll(isEnded: (grant: Grant) => boolean): void {
    for (const [token, { grant }] of this.#access) if (isEnded(grant)) this.#access.delete(token);
    for (const [token, grant] of this.#refresh) if (isEnded(grant)) this.#refresh.delete(token);
  }

  /** The account and the scopes of an access token; undefined when it is unknown, expired or revoked. */
  grantOf(access: string): { readonly externalId: string; readonly scopes: readonly string[] } | undefined {
    const found = this.#access.get(access);
    return found && found.endsAt > this.#now() ? found.grant : undefined;
  }

  #issue(grant: Grant): IssuedTokens {
    const { accessSeconds, refreshSeconds, rotates } = signInRules[this.#platform];
    if (refreshSeconds !== null && (grant.refresh === null || rotates)) {
      if (grant.refresh !== null) this.#refresh.delete(grant.refresh);
      grant.refresh = `refresh-${this.#platform.toLowerCase()}-${randomBytes(24).toString('base64url')}`;
      grant.refreshEndsAt = this.#now() + refreshSeconds * 1_000;
      this.secrets.add(grant.refresh);
      this.#refresh.set(grant.refresh, grant);
    }
    return this.#issueAccess(grant, accessSeconds);
  }

  #issueAccess(grant: Grant, seconds: number): IssuedTokens {
    const access = `access-${this.#platform.toLowerCase()}-${randomBytes(24).toString('base64url')}`;
    this.secrets.add(access);
    this.#access.set(access, { grant, issuedAt: this.#now(), endsAt: this.#now() + seconds * 1_000 });
    return { access, refresh: grant.refresh, scopes: grant.scopes, externalId: grant.externalId, seconds };
  }

  #now = (): number => this.#clock.now().getTime();
}

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
