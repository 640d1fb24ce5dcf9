import type { ChangedPost } from '../../../scripts/local/endpoints/social-simulator/world.ts';
import { creditsOf } from '../credits.ts';
import { simulatorOf } from '../simulator.ts';
import type { OwnMarket } from '../stack/own-market.ts';
import { leasedMessages } from './due-accounts.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

interface Watched {
  readonly ownerId: number;
  readonly intervalHours: number;
  readonly posts: number;
}

/** Factories of one account each, whose accounts publish at the simulator, and the minutes of their jobs. */
export function watchedWorld({ stack, market, control }: OwnMarket) {
  const simulator = simulatorOf(stack.socialUrl);
  const published = new Map<string, readonly ChangedPost[]>();

  async function anOwner(credits: number): Promise<number> {
    const id = await market.aUser(['ADVERTISER']);
    await creditsOf(market).addCredits(id, credits);
    return id;
  }

  /** A factory with an account that is due for its first listing. Returns the name of the account. */
  async function aFactory({ ownerId, intervalHours, posts }: Watched): Promise<string> {
    const now = await control.now();
    const { id } = await market.one(
      `with factory as (
         insert into factories (owner_id, name, interval_hours, tracking_days, created_at, updated_at) values ($1, 'A factory', $2, 30, $3, $3) returning id
       )
       insert into factory_accounts (factory_id, platform, handle, mode, status, due_at, created_at)
       select id, 'YOUTUBE', 'watched-' || id, 'ACCOUNT', 'PENDING', $3, $3 from factory returning factory_id as id`,
      [ownerId, intervalHours, now],
    );
    const handle = `watched-${id}`;
    published.set(handle, postsOf(handle, posts, now));
    await answerAgain(handle);
    return handle;
  }

  const answerAgain = (handle: string) =>
    simulator.change(handle, { posts: [...(published.get(handle) ?? [])], fails: 'no-image' });
  const fail = (handle: string) =>
    simulator.change(handle, { posts: [...(published.get(handle) ?? [])], fails: '500' });

  /** Leases what is due, and returns the messages, which the queue holds. */
  async function lease(): Promise<object[]> {
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    return leasedMessages(market, await control.now());
  }

  /** Moves the clock to the next whole minute at which an account is due, at least one and at most so many minutes from now. */
  async function untilDue(maxMinutes: number): Promise<void> {
    const now = (await control.now()).getTime();
    const { due } = await market.one('select min(due_at) as due from factory_accounts where due_at is not null');
    const next = Math.min(Math.max((due as Date | null)?.getTime() ?? Infinity, now + 1), now + maxMinutes * minuteMs);
    await control.moveClock(new Date(Math.ceil(next / minuteMs) * minuteMs));
  }

  /** Pauses all factories and ends the scans that nobody finishes. */
  async function endScans(): Promise<void> {
    await market.pool.query(`update factories set status = 'PAUSED', pause_reason = 'MANUAL' where status = 'ACTIVE'`);
    await control.moveOn(16 * minuteMs);
    await control.deliver([{ kind: 'take-due-factory-work' }]);
    await control.untilQueuesAreEmpty();
  }

  return { anOwner, aFactory, answerAgain, fail, lease, untilDue, endScans };
}

/** A post every four hours until now. */
const postsOf = (handle: string, count: number, now: Date): ChangedPost[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${handle.slice(-6)}${String(n).padStart(5, '0')}`,
    publishedAt: new Date(now.getTime() - (4 * n + 1) * hourMs).toISOString(),
    views: 100 * (n + 1),
  }));
