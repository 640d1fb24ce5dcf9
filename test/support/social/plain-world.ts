import { type Endpoint, startEndpoint } from '../../../scripts/local/endpoints/endpoint.ts';
import type {
  Fault,
  PlatformWorld,
  SimulatedAccount,
  SimulatedGrant,
  SimulatedPlatform,
} from '../../../scripts/local/endpoints/social-simulator/simulated-platform.ts';

export const appToken = 'app-token-canary-8f31';
/** The application's token, which never ends. */
export const givenToken = { read: async () => appToken, drop: () => undefined };
export const grantToken = 'grant-token-canary-52c7';

/** The accounts of one platform in memory. A post that no account lists does not exist. */
export class PlainWorld implements PlatformWorld {
  accounts: readonly SimulatedAccount[] = [];
  grant: SimulatedGrant | undefined;
  fault: Fault | undefined;
  readonly calls: string[] = [];

  now(): Date {
    return new Date();
  }

  byHandle(handle: string): SimulatedAccount | undefined {
    return this.accounts.find((account) => account.handle.toLowerCase() === handle.toLowerCase());
  }

  byId(externalId: string): SimulatedAccount | undefined {
    return this.accounts.find((account) => account.externalId === externalId);
  }

  ownerOf(id: string): string | undefined {
    return this.post(id)?.account.externalId;
  }

  post(id: string): ReturnType<PlatformWorld['post']> {
    for (const account of this.accounts) {
      const post = account.posts.find((known) => known.id === id);
      if (post !== undefined) return { account, post };
    }
    return undefined;
  }

  grantOf(accessToken: string): SimulatedGrant | undefined {
    return accessToken === grantToken ? this.grant : undefined;
  }

  isApp(token: string): boolean {
    return token === appToken;
  }

  faultOf(): Fault | undefined {
    return this.fault;
  }

  count(resource: string): void {
    this.calls.push(resource);
  }
}

/** Serves the simulator of a platform over this world. */
export function servePlatform(platform: SimulatedPlatform, world: PlatformWorld): Promise<Endpoint> {
  return startEndpoint({
    handle: async ({ method, path, headers, body }) => {
      const { pathname, searchParams } = new URL(path, 'http://127.0.0.1');
      return platform.answer({ method, path: pathname, query: searchParams, headers, body }, world);
    },
  });
}
