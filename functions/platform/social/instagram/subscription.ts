import { isolateCache } from '../../../isolate-cache.ts';
import { PlatformFailure } from '../failure.ts';
import type { Grant } from '../social-platform.ts';
import { answers } from './answers.ts';
import type { Graph } from './graph.ts';

/**
 * Subscribes the application to the last counts of the stories of an account, which Instagram sends only for accounts that were subscribed ("Webhooks",
 * Enable Subscriptions). Repeating it changes nothing. A failure is left to the next measurement of a story.
 */
export async function subscribeToStories(graph: Graph, by: Grant): Promise<void> {
  if (subscribed.get(by.externalId) !== undefined) return;
  try {
    await graph.afford(1, by);
    const fields = { subscribed_fields: 'story_insights' };
    const asked = await graph.ask('me/subscribed_apps', fields, by, answers.subscribed(), 'POST');
    if ('data' in asked) subscribed.set(by.externalId, true);
  } catch (error) {
    // The counts were read already.
    if (!(error instanceof PlatformFailure)) throw error;
  }
}

/** Accounts that this isolate has subscribed. */
const subscribed = isolateCache<string, true>(10_000);
