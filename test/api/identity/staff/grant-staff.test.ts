import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { changeStaff, type StaffChange } from '../../../../scripts/grant-staff.ts';
import { aPerson } from '../../../support/market/people.ts';
import { isFullDepth } from '../../../support/stack/depth.ts';
import { openPool } from '../../../support/stack/pool.ts';
import { shared } from '../../../support/stack/shared.ts';

const pool = openPool(shared.adminDatabaseUrl);
afterAll(() => pool.end());
const program = fileURLToPath(new URL('../../../../scripts/grant-staff.ts', import.meta.url));

/** Runs the command as `npm run staff -- …` does. */
function staff(
  args: string[],
  databaseUrl = shared.adminDatabaseUrl,
  hours = '',
): Promise<{ code: number; text: string }> {
  const given = { MIGRATION_DATABASE_URL: databaseUrl, DATABASE_URL: '', STAFF_SESSION_HOURS: hours };
  const env = { ...process.env, ...given, DATA_DIR: '/nonexistent' };
  return new Promise((resolve) => {
    execFile(process.execPath, ['--no-warnings', program, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr });
    });
  });
}

test('a granted user has the role until it is revoked', async () => {
  const { email, userId } = await aPerson(shared.baseUrl, { scopes: [] });
  const names = `A person (user ${userId}, ${email})`;
  expect(await staff(['grant', email.toUpperCase()])).toEqual({
    code: 0,
    text: `A person (user ${userId}, ${email.toUpperCase()}) is staff now.\n`,
  });
  // At the quick depth the next ones call what the command calls.
  const change = async (word: StaffChange) =>
    isFullDepth
      ? (await staff([word, email])).text
      : `${await changeStaff(shared.adminDatabaseUrl, word, email, 12)}\n`;
  expect(await change('grant')).toBe(`${names} is staff already.\n`);
  expect(await change('revoke')).toBe(`${names} is no longer staff.\n`);
  expect(await change('revoke')).toBe(`${names} is not staff.\n`);
});

test('the sessions of a granted user end after STAFF_SESSION_HOURS, 12 by default', async () => {
  const hoursLeft = async (hours?: string) => {
    const { email, userId } = await aPerson(shared.baseUrl, { scopes: [] });
    expect((await staff(['grant', email], undefined, hours)).code).toBe(0);
    const { rows } = await pool.query(
      `select ceil(extract(epoch from max(ends_at) - now()) / 3600)::int as hours from sessions where user_id = $1`,
      [userId],
    );
    return rows[0].hours;
  };
  expect([await hoursLeft('2'), await hoursLeft()]).toEqual([2, 12]);
  const { email } = await aPerson(shared.baseUrl, { scopes: [] });
  expect((await staff(['grant', email], undefined, '0')).text).toContain('STAFF_SESSION_HOURS must be');
});

test.each([
  ['an unknown address', ['grant', 'nobody@castline.example'], undefined, 'No user has the address'],
  ['no arguments', [], undefined, 'npm run staff -- grant'],
  ['no address', ['grant', 'nova'], undefined, 'npm run staff -- grant'],
  ['an unknown word', ['promote', 'nova@castline.example'], undefined, 'npm run staff -- grant'],
  ['no database', ['grant', 'nova@castline.example'], '', 'No database is running'],
  ['a URL that is none', ['grant', 'nova@castline.example'], 'nonsense', 'must look like'],
  ['a database that is down', ['grant', 'nova@castline.example'], 'postgres://a:b@127.0.0.1:1/c', 'cannot be used'],
])('%s ends with a sentence instead of a stack trace', async (_, args, databaseUrl, sentence) => {
  const { code, text } = await staff(args, databaseUrl);
  expect(code).toBe(1);
  expect(text).toContain(sentence);
  expect(text.trim().split('\n')).toHaveLength(1);
});
