import pg from 'pg';
import { authSecret } from '../functions/settings/parts.ts';
import { accountAddress } from '../schema/shared/email-address.ts';
import { runAsCommand } from './local/process/command.ts';
import { SetupProblem } from './local/process/setup-problem.ts';
import { ownerDatabaseUrl, runningStack } from './local/running-stack.ts';

const changes = {
  grant: {
    roles: `case when 'STAFF' = any (before.roles) then before.roles else before.roles || array['STAFF'] end`,
    done: 'is staff now',
    already: 'is staff already',
  },
  revoke: { roles: `array_remove(before.roles, 'STAFF')`, done: 'is no longer staff', already: 'is not staff' },
} as const;

/** The setting of the service: of the deployment from the environment, of the running stack from its own. */
function staffSessionHours(): number {
  const { STAFF_SESSION_HOURS, MIGRATION_DATABASE_URL, DATABASE_URL } = process.env;
  const ofStack = MIGRATION_DATABASE_URL || DATABASE_URL ? undefined : runningStack()?.staffSessionHours;
  const given = STAFF_SESSION_HOURS || ofStack || undefined;
  const { data } = authSecret().shape.STAFF_SESSION_HOURS.safeParse(given);
  if (data === undefined) throw new SetupProblem('STAFF_SESSION_HOURS must be a number of hours between 1 and 720.');
  return data;
}

export type StaffChange = keyof typeof changes;

/**
 * Grants or revokes the role STAFF, and returns a sentence about the result. It takes effect within one second. The sessions that a new member
 * of staff has end as early as those of staff.
 */
export async function changeStaff(
  databaseUrl: string,
  change: StaffChange,
  email: string,
  hours = staffSessionHours(),
): Promise<string> {
  const client = await connect(databaseUrl);
  try {
    const { roles, done, already } = changes[change];
    const { rows } = await client.query<{ id: string; name: string; is_changed: boolean }>(
      `with before as (select id, roles from users where email = $1 for update),
         shortened as (update sessions s set ends_at = least(s.ends_at, now() + make_interval(hours => $2)) from before
           where s.user_id = before.id and 'STAFF' = any (${roles}))
       update users u set roles = ${roles}, updated_at = now() from before where u.id = before.id
       returning u.id, u.name, u.roles <> before.roles as is_changed`,
      [accountAddress(email), hours],
    );
    const [user] = rows;
    if (!user) throw new SetupProblem(`No user has the address ${email}. Sign up first, then run this command again.`);
    return `${user.name} (user ${user.id}, ${email}) ${user.is_changed ? done : already}.`;
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw new SetupProblem(`The database refused: ${error.message}.`);
    throw error;
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl) || !URL.canParse(databaseUrl)) {
    throw new SetupProblem('The database URL must look like postgres://user:password@host/database.');
  }
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (error) {
    const cause = error instanceof Error ? error.message || error.name : String(error);
    throw new SetupProblem(`The database at ${new URL(databaseUrl).host} cannot be used: ${cause}.`);
  }
}

const isChange = (word: string | undefined): word is StaffChange => word !== undefined && Object.hasOwn(changes, word);

await runAsCommand(import.meta.url, async () => {
  const [change, email, ...rest] = process.argv.slice(2);
  if (!isChange(change) || !email?.includes('@') || rest.length > 0) {
    throw new SetupProblem(
      'Use "npm run staff -- grant <email address>" or "npm run staff -- revoke <email address>".',
    );
  }
  console.log(await changeStaff(ownerDatabaseUrl(), change, email));
});
