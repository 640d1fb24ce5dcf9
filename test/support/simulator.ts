import { externalIdOf } from '../../scripts/local/endpoints/social-simulator/channels.ts';
import type { Change } from '../../scripts/local/endpoints/social-simulator/library.ts';

/** Controls the simulator of the social platforms, by its `socialUrl`. */
export function simulatorOf(socialUrl: string) {
  async function order(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${socialUrl}/simulator${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  }
  return {
    /** Replaces all deviations from the default channel. */
    change: (
      handle: string,
      wanted: Partial<Change> | { videos: readonly Partial<NonNullable<Change['videos']>[number]>[] },
    ) => order('PUT', `/channels/${handle}`, wanted),
    forget: (handle: string) => order('DELETE', `/channels/${handle}`),
    /** The number of calls for a channel, without its pictures. */
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
