import type { Platform } from '../../schema/shared/enums.ts';
import type { Webhook } from '../../scripts/local/endpoints/social-simulator/events/webhook.ts';
import { simulated } from '../../scripts/local/endpoints/social-simulator/index.ts';
import type { Change, ChangedPost } from '../../scripts/local/endpoints/social-simulator/world.ts';
import { exchange } from '../../scripts/local/exchange.ts';

/** Controls the simulator of a social platform, by its `socialUrl`. */
export function simulatorOf(socialUrl: string, platform: Platform = 'YOUTUBE') {
  const at = `/${platform.toLowerCase()}`;
  const { externalIdOf } = simulated[platform];

  async function order(method: string, path: string, body?: unknown): Promise<unknown> {
    const { status, bytes } = await exchange(`${socialUrl}/simulator${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (status !== 200) throw new Error(`${path}: ${bytes.toString('utf8')}`);
    return JSON.parse(bytes.toString('utf8'));
  }
  return {
    /** Replaces all deviations from the default account. */
    change: (handle: string, wanted: Omit<Partial<Change>, 'posts'> & { posts?: readonly ChangedPost[] }) =>
      order('PUT', `${at}/accounts/${handle}`, wanted),
    forget: (handle: string) => order('DELETE', `${at}/accounts/${handle}`),
    /** The number of grants that the platform still accepts for an account. */
    grantsOf: async (handle: string) => Number(await order('GET', `${at}/grants/${handle}`)),
    /** Ends the grants of an account at the platform, as its owner can there. */
    revokeAt: (handle: string) => order('DELETE', `${at}/grants/${handle}`),
    /** The platform sends its event of each end to the service there, perhaps with a fault. */
    callAt: (url: string, fault?: Webhook['fault']) => order('PUT', `${at}/webhook`, { url, fault }),
    /** The codes, tokens and verifiers that the platform has issued or received. */
    secrets: async (): Promise<string[]> => Object.values(Object(await order('GET', `${at}/secrets`))).map(String),
    /** A person requests the deletion of the data at the platform. Gives the answer of the service. */
    requestDeletion: (handle: string) => order('POST', `${at}/deletions/${handle}`),
    /** The platform sends the last counts of the ended stories of an account. Gives the statuses of the answers. */
    endStories: (handle: string) => order('POST', `${at}/stories/${handle}`),
    /** The number of calls for an account, without its pictures. */
    async callsFor(handle: string): Promise<Record<string, number>> {
      const id = externalIdOf(handle);
      const calls = Object.entries(Object(await order('GET', '/calls')));
      return Object.fromEntries(
        calls.filter(([call]) => call.endsWith(` ${id}`)).map(([call, count]) => [call.split(' ')[0], Number(count)]),
      );
    },
    externalIdOf,
  };
}
