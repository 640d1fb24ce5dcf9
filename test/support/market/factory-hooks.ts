import { flaggedPostsCall, lowCreditsCall, pausedFactoryCall } from '../../../schema/notifications/factory-calls.ts';
import { creditsOf } from '../credits.ts';
import { dataOf } from './campaigns.ts';
import { factoriesOf } from './factories.ts';
import { type Endpoint, startHooks } from './hooks.ts';
import { mailsTo } from './mails.ts';
import type { Person } from './people.ts';
import { verified } from './receiver.ts';

interface Named {
  readonly id: number;
}

/** A stack for one test file, with factories and what their owners receive. Nothing scans their accounts. */
export async function startFactoryHooks() {
  const hooks = await startHooks();
  const { stack, market, receiver } = hooks;
  const factories = factoriesOf(stack.baseUrl);
  const credits = creditsOf(market);

  const anEndpointOf = ({ userId, keyed }: Person, kinds?: readonly string[]): Promise<Endpoint> =>
    hooks.anEndpoint({ owner: { id: userId, api: keyed }, ...(kinds && { kinds }) });

  /** An account that no job scans, with so many posts of today, and their ids. */
  async function anAccount(factory: Named, posts = 0, socialAccountId: number | null = null) {
    const { id } = await market.one(
      `insert into factory_accounts (factory_id, platform, handle, mode, status, social_account_id, tracked_posts, created_at)
       values ($1, $2, 'drinks', 'ACCOUNT', 'ACTIVE', $3, $4, now()) returning id::int`,
      [factory.id, socialAccountId === null ? 'YOUTUBE' : 'TIKTOK', socialAccountId, posts],
    );
    const { rows } = await market.pool.query(
      `insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
       select $1, $2, 'YOUTUBE', 'v' || n, now() - interval '1 hour', now() from generate_series(1, $3::int) n returning id::int`,
      [factory.id, id, posts],
    );
    return { id: Number(id), postIds: rows.map((row): number => row.id) };
  }

  /** As a scan of a factory notifies its owner. */
  const notify = (factory: Named, kind: string, data: object = {}) =>
    market.pool.query('select factory_notify($1, $2, $3, now())', [factory.id, kind, JSON.stringify(data)]);

  /** A scan of the factory spends credits, and checks what is left for so many posts. */
  async function spend(owner: Person, factory: Named, amount: number, trackedPosts: number): Promise<void> {
    if (amount > 0) await credits.debit({ ownerId: owner.userId, factoryId: factory.id, amount });
    await market.pool.query('select factory_check_credits($1, $2, now())', [factory.id, trackedPosts]);
  }

  /** Two runs at once read the outbox, and every message is sent. */
  async function settle(): Promise<void> {
    await Promise.all([hooks.everyMinute(), hooks.everyMinute()]);
    await hooks.control.untilQueuesAreEmpty();
  }

  /** The calls of an endpoint, the first event first. Each is signed. */
  const callsTo = (endpoint: Endpoint) =>
    receiver
      .callsTo(endpoint.path)
      .map((call) => callOf(verified(call, endpoint.secret)))
      .sort((a, b) => a.timestamp.localeCompare(b.timestamp) || a.data.factoryId - b.data.factoryId);

  const mailsOf = ({ email }: Person) => mailsTo(stack.mailDir, email, /factory/);
  const subjectsTo = (person: Person): string[] =>
    mailsOf(person)
      .map(({ subject }) => subject)
      .sort();

  return {
    ...hooks,
    ...{ anEndpointOf, anAccount, notify, spend, settle, callsTo, mailsOf, subjectsTo },
    addCredits: credits.addCredits,
    anOwner: factories.anOwner,
    aFactory: factories.aFactory,
    pause: async (owner: Person, factory: Named) =>
      dataOf(await factories.change(owner, { id: factory.id, version: 1 }, { status: 'PAUSED' })),
  };
}

function callOf(call: Record<string, unknown>) {
  if (call.type === 'factory.post.flagged') return flaggedPostsCall().parse(call);
  return call.type === 'factory.paused' ? pausedFactoryCall().parse(call) : lowCreditsCall().parse(call);
}

export type FactoryHooks = Awaited<ReturnType<typeof startFactoryHooks>>;
