import { randomBytes } from 'node:crypto';
import type { Platform } from '../../../schema/shared/enums.ts';
import { simulatorOf } from '../simulator.ts';
import { connect } from '../social/sign-in.ts';
import type { OwnMarket } from '../stack/own-market.ts';
import { aPerson } from './people.ts';

/** A connection as it is stored. */
export interface StoredConnection {
  readonly id: string;
  readonly status: string;
  /** The sealed token, in hexadecimal. */
  readonly access: string | null;
  readonly due: Date | null;
  readonly failures: number;
  /** When its platform last accepted it. */
  readonly confirmed: Date;
  readonly renewing_until: Date | null;
}

/** Connections on the stack of one test file, whose renewal the test requests. */
export function renewedConnectionsOf({ stack, market, control }: OwnMarket) {
  async function aConnection(platform: Platform) {
    const creator = await aPerson(stack.baseUrl, { roles: ['CREATOR'] });
    const handle = `renews${randomBytes(5).toString('hex')}`;
    const { status, text } = await connect(creator, handle, { platform });
    if (status !== 200) throw new Error(text);
    const { id } = (await creator.api.get('/social-accounts')).body.data[0];
    // A read of the audience would renew a token that has expired.
    await market.pool.query('update social_grants set audience_due_at = null where social_account_id = $1', [id]);
    const stored = (): Promise<StoredConnection> =>
      market.one(
        `select social_account_id as id, status, encode(sealed_access, 'hex') as access, due_at as due, failures, confirmed_at as confirmed, renewing_until
         from social_grants where social_account_id = $1`,
        [id],
      );
    return { creator, handle, id, stored, simulator: simulatorOf(stack.socialUrl, platform) };
  }

  /** Moves the clock, and renews the due connections. */
  async function renewAfter(ms: number): Promise<void> {
    await control.moveOn(ms);
    await control.run('take-due-connections');
  }

  /** Leases the connection, as the cron trigger does. */
  async function aLease(id: string): Promise<Date> {
    const leaseEnd = new Date((await control.now()).getTime() + 15 * 60_000);
    await market.pool.query('update social_grants set due_at = $2 where social_account_id = $1', [id, leaseEnd]);
    return leaseEnd;
  }

  /** Puts off all work, so that the jobs of the next test have only its own. */
  const rest = () =>
    market.pool.query(
      `update social_grants set due_at = due_at + interval '10 years', confirmed_at = confirmed_at + interval '10 years' where status = 'ACTIVE'`,
    );

  return { aConnection, renewAfter, aLease, rest };
}

export type RenewedConnections = ReturnType<typeof renewedConnectionsOf>;
