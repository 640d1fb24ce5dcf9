import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EdgeFunction, edgeFunctions } from '../../functions/settings/index.ts';
import { noRight } from '../support/rights.ts';
import { openPool } from '../support/stack/pool.ts';
import { shared } from '../support/stack/shared.ts';

const pools = Object.fromEntries(edgeFunctions.map((name) => [name, openPool(shared.databaseUrls[name])])) as Record<
  EdgeFunction,
  pg.Pool
>;
const owner = openPool(shared.adminDatabaseUrl);
afterAll(() => Promise.all([owner, ...Object.values(pools)].map((pool) => pool.end())));

/** Every table and view. A partition has no rights of its own. */
let relations: string[] = [];
beforeAll(async () => {
  const { rows } = await owner.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and not relispartition order by 1`,
  );
  relations = rows.map(({ relname }) => relname);
  expect(relations.length).toBeGreaterThan(50);
});

/**
 * Whether Postgres allows the statement to the edge function. A statement that fails for another reason counts as
 * allowed.
 */
async function mayRun(name: EdgeFunction, statement: string): Promise<boolean> {
  const client = await pools[name].connect();
  try {
    await client.query('begin');
    await client.query(statement);
    return true;
  } catch (error) {
    return !(error instanceof pg.DatabaseError && error.code === noRight);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function allowed(name: EdgeFunction, statementOf: (relation: string) => string): Promise<string[]> {
  const found: string[] = [];
  for (const relation of relations) if (await mayRun(name, statementOf(relation))) found.push(relation);
  return found;
}

const readable = (name: EdgeFunction) => allowed(name, (relation) => `select * from ${relation} limit 0`);

/** Relations with at least one column that the edge function can read. */
async function partlyReadable(name: EdgeFunction): Promise<string[]> {
  const { rows } = await pools[name].query(
    `select relname from pg_class where relname = any ($1) and has_any_column_privilege(oid, 'select') order by 1`,
    [relations],
  );
  return rows.map(({ relname }) => relname);
}

async function writable(name: EdgeFunction): Promise<string[]> {
  const { rows } = await pools[name].query(
    `select relname from pg_class where relname = any ($1) and relnamespace = 'public'::regnamespace
       and (has_any_column_privilege(oid, 'insert') or has_any_column_privilege(oid, 'update')
            or has_table_privilege(oid, 'delete') or has_table_privilege(oid, 'truncate')) order by 1`,
    [relations],
  );
  return rows.map(({ relname }) => relname);
}

async function borrowed(name: EdgeFunction): Promise<string[]> {
  const { rows } = await pools[name].query(
    `select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
       and has_function_privilege(oid, 'execute') order by 1`,
  );
  return rows.map(({ proname }) => proname);
}

describe('guest', () => {
  const list = [
    ...['active_creators', 'catalog_channels', 'catalog_creators', 'catalog_due', 'catalog_epochs', 'catalog_former'],
    ...[
      'catalog_generations',
      'catalog_list_counts',
      'catalog_lists',
      'catalog_pages',
      'catalog_services',
      'catalog_words',
      'creator_addresses',
      'pictures_in_use',
      'tracking_targets',
    ],
  ];

  const reported = ['factories', 'factory_accounts', 'factory_posts', 'share_links', 'tags'];

  test('reads the catalog, pictures, the targets of links and tags of accounts, and no column of any table but those of reports', async () => {
    const all = [...list, 'factory_account_days', 'factory_account_tags', 'factory_post_days'].sort();
    expect(await readable('guest')).toEqual(all);
    expect(await partlyReadable('guest')).toEqual([...all, ...reported].sort());
  });

  test('writes nothing', async () => {
    expect(await writable('guest')).toEqual([]);
  });

  test.each([
    ['an email address', 'select email from users'],
    ['a wallet', 'select balance from ledger_accounts'],
    ['an order', 'select id from placement_orders'],
    ['a private file', 'select stored_key from private_uploads'],
    ['the session of a user', 'select token from sessions'],
    ['the clicks of a link', 'select clicks from tracking_links'],
    ['the owner of a factory', 'select owner_id from factories'],
    ['the label of a share link', 'select label from share_links'],
    ['a user as staff', `update users set roles = '{STAFF}'`],
  ])('cannot reach %s by its own SQL', async (_, statement) => {
    expect(await mayRun('guest', statement)).toBe(false);
  });

  test('gets owner rights only for the data of pages and previews, for whether a grant may be used, and for the order of a walk', async () => {
    expect(await borrowed('guest')).toEqual([
      ...['catalog_is_listed_now', 'catalog_projection_now', 'creator_draft_page', 'factory_is_open'],
      ...[
        'factory_readable_since',
        'factory_shown_since',
        'place_noted',
        'place_of',
        'walk_after',
        'walk_after',
        'walk_noted',
        'walk_noted',
      ],
    ]);
  });
});

describe('auth', () => {
  const list = ['accounts', 'jwks', 'sessions', 'suspended_sessions', 'users', 'verifications'];

  test('reads and writes only users and their sign-in data', async () => {
    expect(await partlyReadable('auth')).toEqual(list);
    expect(await writable('auth')).toEqual(list);
    expect(await borrowed('auth')).toEqual(['end_unused_account', 'unused_account']);
  });

  test.each(['auth', 'api', 'jobs'] as const)('%s cannot make a session one of a suspended user', async (name) => {
    expect(await mayRun(name, 'insert into suspended_sessions (user_id) values (1)')).toBe(false);
    expect(await mayRun(name, 'update suspended_sessions set user_id = user_id')).toBe(false);
  });

  test('cannot change roles and suspensions', async () => {
    for (const column of ['roles', 'suspended_at', 'suspension_reason', 'password_changed_at'])
      expect(await mayRun('auth', `update users set ${column} = ${column} where false`), column).toBe(false);
  });
});

describe('api', () => {
  test('cannot read passwords, session tokens and private signing keys', async () => {
    expect(await mayRun('api', 'select password from accounts')).toBe(false);
    expect(await mayRun('api', 'select token from sessions')).toBe(false);
    expect(await mayRun('api', 'select token_sha256 from suspended_sessions')).toBe(false);
    expect(await mayRun('api', 'select private_key from jwks')).toBe(false);
    const unreadable = relations.filter((name) => !['jwks', 'sessions', 'suspended_sessions'].includes(name));
    const full = new Set(await readable('api'));
    expect(unreadable.filter((relation) => !full.has(relation))).toEqual([
      ...['accounts', 'factory_measurements', 'removed_factory_accounts', 'schema_migrations', 'verifications'],
      ...['walk_pages', 'walks'],
    ]);
  });

  test('cannot change the address of a user and the time of a password', async () => {
    for (const column of ['email', 'email_verified', 'email_verified_at', 'password_changed_at'])
      expect(await mayRun('api', `update users set ${column} = ${column} where false`), column).toBe(false);
  });
});

describe('jobs', () => {
  test('cannot read passwords, tokens, signing keys, and what no job needs', async () => {
    const full = new Set(await readable('jobs'));
    expect(relations.filter((relation) => !full.has(relation))).toEqual([
      ...['accounts', 'api_requests', 'campaign_proofs', 'creator_addresses'],
      ...['credit_accounts', 'credit_days', 'credit_entries'],
      ...['factory_account_days', 'factory_account_tags', 'factory_measurements', 'factory_post_days'],
      'former_addresses',
      ...['jwks', 'pricing_saves', 'removed_factory_accounts', 'saved_creators', 'saved_lists', 'schema_migrations'],
      ...['sessions', 'share_links', 'staff_actions', 'suspended_sessions', 'tag_group_tags', 'tag_groups', 'tags'],
      'verifications',
    ]);
    expect(await mayRun('jobs', 'select token from sessions')).toBe(false);
    expect(await mayRun('jobs', 'select path from api_requests')).toBe(false);
    expect(await mayRun('jobs', 'select secret_sha256 from share_links')).toBe(false);
    expect(await mayRun('jobs', 'select value from verifications')).toBe(false);
  });

  test('cannot create users, orders, prices, keys and endpoints', async () => {
    for (const table of [
      'users',
      'placement_orders',
      'placement_assignments',
      'service_listings',
      'api_keys',
      'quotes',
    ])
      expect(await mayRun('jobs', `insert into ${table} default values`), table).toBe(false);
    expect(await mayRun('jobs', 'insert into webhook_endpoints default values')).toBe(false);
    expect(await mayRun('jobs', 'update users set name = name where false')).toBe(false);
  });

  test('transfers money only where an assignment ends, and from campaigns to their creators and back, and spends credits by scans', async () => {
    expect(await borrowed('jobs')).toEqual([
      ...['account_erased', 'adopt_delivered_posts', 'analytics_summarize', 'campaign_accrue'],
      ...['catalog_is_listed_now', 'catalog_projection_now'],
      ...['delete_account_of_deleted_factory', 'delete_campaign_metrics_of_ended_grant'],
      'delete_measurements_of_ended_grants',
      ...['delete_old_campaign_days', 'delete_old_campaign_metrics', 'delete_old_measurements'],
      ...['delete_old_post_measurements', 'delete_rows_of_removed_account'],
      ...['drop_empty_measurement_partitions', 'drop_old_factory_measurements', 'erase_account'],
      ...[
        'factory_accounts_with_ended_grants',
        'factory_accounts_with_old_metrics',
        'factory_claim_scans',
        'factory_drop_announced',
        'factory_end_scan_of',
        'factory_expire_scans',
        'factory_fail_accounts',
        'factory_forget_account',
        'factory_is_open',
        'factory_merge_account',
        'factory_readable_since',
        'factory_record_scan',
        'ledger_campaign_pay',
        'ledger_campaign_refund',
        'ledger_settle',
        'make_measurement_partitions',
      ],
    ]);
  });
});

test.each(['api', 'jobs'] as const)('%s reaches measurements only through their table', async (name) => {
  expect(await mayRun(name, 'select * from post_measurements limit 0')).toBe(true);
  expect(await mayRun(name, 'select * from post_measurements_other limit 0')).toBe(false);
});

test.each(edgeFunctions)('%s owns nothing, has no memberships and cannot raise its timeouts', async (name) => {
  const { rows } = await pools[name].query(
    `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as "isPowerful",
       (select count(*)::int from pg_class where relowner = r.oid) as owned,
       (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
       current_setting('statement_timeout') as statement, current_setting('transaction_timeout') as transaction
     from pg_roles r where rolname = current_user`,
  );
  expect(rows).toEqual([{ isPowerful: false, owned: 0, memberships: 0, statement: '6500ms', transaction: '7s' }]);
});
