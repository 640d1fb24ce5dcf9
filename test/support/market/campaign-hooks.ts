import { campaignEventCall, postEventCall } from '../../../schema/notifications/webhook-calls.ts';
import { campaignPostsOf } from './campaign-posts.ts';
import { campaignsOf } from './campaigns.ts';
import { type Endpoint, startHooks } from './hooks.ts';
import { mailsTo } from './mails.ts';
import type { Person } from './people.ts';
import { verified } from './receiver.ts';

/** A stack for one test file, with campaigns, their posts, and what their parties receive. */
export async function startCampaignHooks() {
  const hooks = await startHooks();
  const { stack, market, receiver } = hooks;

  const anEndpointOf = ({ userId, keyed }: Person, kinds?: readonly string[]): Promise<Endpoint> =>
    hooks.anEndpoint({ owner: { id: userId, api: keyed }, ...(kinds && { kinds }) });

  /** Two runs at once read the outbox, and every message is sent. */
  async function settle(): Promise<void> {
    await Promise.all([hooks.everyMinute(), hooks.everyMinute()]);
    await hooks.control.untilQueuesAreEmpty();
  }

  /** The calls of an endpoint, the first event first. Each is signed. */
  const callsTo = (endpoint: Endpoint) =>
    receiver
      .callsTo(endpoint.path)
      .map((call) => verified(call, endpoint.secret))
      .map((call) => (String(call.type).startsWith('post.') ? postEventCall() : campaignEventCall()).parse(call))
      .sort((a, b) => a.timestamp.localeCompare(b.timestamp) || a.type.localeCompare(b.type));
  const kindsTo = (endpoint: Endpoint): string[] => callsTo(endpoint).map(({ type }) => type);
  const actorsTo = (endpoint: Endpoint): [kind: string, actor: string][] =>
    callsTo(endpoint).map(({ type, data }) => [type, data.actor]);

  /** The emails about campaigns and posts. */
  const mailsOf = ({ email }: Person) => mailsTo(stack.mailDir, email, /post|campaign/);
  const subjectsTo = (person: Person): string[] =>
    mailsOf(person)
      .map(({ subject }) => subject)
      .sort();

  return {
    ...hooks,
    ...{ anEndpointOf, settle, callsTo, kindsTo, actorsTo, mailsOf, subjectsTo },
    posts: campaignPostsOf(hooks),
    campaigns: campaignsOf(stack.baseUrl, market),
  };
}

export type CampaignHooks = Awaited<ReturnType<typeof startCampaignHooks>>;
