import { openDb } from '../../../db/client.ts';
import { recordScan } from '../../../db/factories/scans.ts';
import type { OwnMarket } from '../stack/own-market.ts';

const dayMs = 86_400_000;
const words = ['Apple', 'banana', 'Cherry', 'date', 'ELDER'];

export interface WorldMarket extends Pick<OwnMarket, 'market'> {
  readonly stack: Pick<OwnMarket['stack'], 'baseUrl' | 'databaseUrls' | 'neonUrl'>;
}

/** Choices of `random`, which gives numbers from 0 to 1. */
export function randomOf(random: () => number) {
  const upTo = (max: number) => Math.floor(random() * (max + 1));
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T;
  const maybe = <T>(value: T): T | null => (random() < 0.2 ? null : value);
  return { upTo, pick, maybe };
}

/** Random accounts of factories, and scans of them that are stored as the job stores them. */
export function scansOfWorlds({ stack, market }: WorldMarket, random: () => number) {
  const jobs = openDb({ DATABASE_URL: stack.databaseUrls.jobs, NEON_FETCH_ENDPOINT: stack.neonUrl });
  const { upTo, pick, maybe } = randomOf(random);

  async function anAccount(factoryId: number, now: Date, n: number): Promise<number> {
    const { id } = await market.one(
      `insert into factory_accounts (factory_id, platform, handle, external_id, mode, status, posts, turn, created_at)
       values ($1, $2, $3, $3, 'ACCOUNT', 'ACTIVE', 0, 'SCAN', $4) returning id::int`,
      [factoryId, pick(['YOUTUBE', 'X']), `${pick(words)}${n}`, now],
    );
    const published = Array.from({ length: upTo(6) }, () => new Date(now.getTime() - upTo(12 * dayMs)));
    await market.pool.query(
      `insert into factory_posts (factory_id, account_id, platform, content_id, published_at, found_at)
       select $1, $2, (select platform from factory_accounts where id = $2), $2 || '-' || n, at, $4 from unnest($3::timestamptz[]) with ordinality as p(at, n)`,
      [factoryId, id, published, now],
    );
    return id;
  }

  /** Some of the posts are answered for, each with some counts. */
  async function scan(accountId: number, factoryId: number, ownerId: number, at: Date): Promise<void> {
    const leaseEnd = new Date(at.getTime() + 900_000);
    const { rows } = await market.pool.query(
      'select content_id as "contentId" from factory_posts where account_id = $1 and published_at <= $2 and gone_scans < 3',
      [accountId, at],
    );
    await market.pool.query('update credit_accounts set reserved = reserved + $2 where owner_id = $1', [
      ownerId,
      rows.length,
    ]);
    await market.pool.query(
      `insert into factory_scans (factory_id, owner_id, account_id, held, opened_at, lease_end) values ($1, $2, $3, $4, $5, $6)`,
      [factoryId, ownerId, accountId, rows.length, at, leaseEnd],
    );
    await market.pool.query(`update factory_accounts set turn = 'SCAN', due_at = $2 where id = $1`, [
      accountId,
      leaseEnd,
    ]);
    const readings = rows.filter(() => random() < 0.9).map(({ contentId }) => readingOf(contentId));
    const part = {
      askedUntil: 0,
      nextLease: null,
      source: 'A_SOURCE',
      // Random worlds mix definitions also within a platform.
      viewDefinition: accountId % 2 === 0 ? 'YOUTUBE_2025_03_31' : null,
      jumpFrom: 1_000,
      jumpFactor: 10,
    };
    await jobs.transaction([recordScan(accountId, readings, part, { leaseEnd, at })]);
  }

  function readingOf(contentId: string) {
    const isGone = random() < 0.05;
    const counts = {
      views: maybe(pick([0, upTo(50), upTo(1e6)])),
      likes: maybe(upTo(900)),
      comments: maybe(upTo(90)),
      saves: maybe(upTo(9)),
    };
    return {
      ...{ contentId, isGone, mediaType: 'VIDEO', durationSeconds: 60, reasons: {} },
      title: maybe(`${pick(words)} ${pick(words)}`),
      hashtags: words.filter(() => random() < 0.2),
      ...(isGone ? { views: null, likes: null, comments: null, saves: null } : counts),
    };
  }

  return { anAccount, scan };
}
