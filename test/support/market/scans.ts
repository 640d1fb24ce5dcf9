import { randomBytes } from 'node:crypto';
import { creditsOf } from '../credits.ts';
import { simulatorOf } from '../simulator.ts';
import type { OwnMarket } from '../stack/own-market.ts';
import { dataOf } from './campaigns.ts';
import { factoriesOf } from './factories.ts';
import type { Person } from './people.ts';
import { aVideo } from './posts.ts';

const hourMs = 3_600_000;

interface Watched {
  readonly owner: Person;
  readonly factory: { readonly id: number };
  readonly handles: readonly string[];
}

/**
 * Factories whose accounts publish at the simulator, and their scans. The simulator takes longer to draw a picture than
 * the service to answer a request, so that accounts and posts have none unless a test is about them.
 */
export function scansOf({ stack, market, control }: OwnMarket, { hasPictures = false } = {}) {
  const simulator = simulatorOf(stack.socialUrl);
  const factories = factoriesOf(stack.baseUrl);
  const credits = creditsOf(market);
  const everyMinute = () => control.run('take-due-factory-work');

  /** A factory of an owner with these credits, that watches an account for each of the numbers of posts. */
  async function watched(amount: number, posts: readonly number[], settings: object = {}): Promise<Watched> {
    const owner = await factories.anOwner();
    if (amount > 0) await credits.addCredits(owner.userId, amount);
    const factory = await factories.aFactory(owner, settings);
    const handles: string[] = [];
    for (const count of posts) {
      const handle = `scanned-${randomBytes(4).toString('hex')}`;
      await publish(handle, count);
      dataOf(await factories.add(owner, factory, { handle }), 201);
      handles.push(handle);
    }
    return { owner, factory, handles };
  }

  async function publish(handle: string, count: number, changes: object = {}): Promise<void> {
    const now = (await control.now()).getTime();
    const film = { media: 'VIDEO', durationSeconds: 60, state: 'PUBLIC' } as const;
    const posts = Array.from({ length: count }, (_, n) => {
      const publishedAt = new Date(now - (n + 1) * hourMs).toISOString();
      return {
        ...aVideo(`${handle.slice(-6)}${String(n).padStart(5, '0')}`),
        publishedAt,
        ...film,
        views: 100 * (n + 1),
      };
    });
    await simulator.change(handle, { posts, ...(!hasPictures && { fails: 'no-image' }), ...changes });
  }

  /** Lists what is due, and scans it. */
  async function scanned(): Promise<void> {
    await everyMinute();
    await everyMinute();
  }

  /** Ends all work, so that the jobs of the next test have only its own. */
  const rest = () => market.pool.query('update factory_accounts set due_at = null where due_at is not null');

  const creditsOwned = async ({ userId }: Person) => {
    const { balance, reserved } = await market.one(
      'select balance, reserved from credit_accounts where owner_id = $1',
      [userId],
    );
    return { balance: Number(balance), reserved: Number(reserved) };
  };
  const debitsOf = async ({ userId }: Person): Promise<number[]> => {
    const { rows } = await market.pool.query(
      `select amount::int from credit_entries where owner_id = $1 and kind = 'DEBIT' order by id`,
      [userId],
    );
    return rows.map(({ amount }) => amount);
  };

  return { watched, publish, scanned, everyMinute, rest, creditsOwned, debitsOf };
}
