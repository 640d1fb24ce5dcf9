import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { marketOf } from '../support/market/market.ts';
import { noRight, rightsOf } from '../support/rights.ts';
import { shared } from '../support/stack/shared.ts';

const market = marketOf({ baseUrl: shared.baseUrl, adminDatabaseUrl: shared.adminDatabaseUrl });
const { asService, asOwner, columnsOf, service, end } = rightsOf(market, shared.databaseUrl);
afterEach(() => market.expectSoundLedger());
afterAll(async () => {
  await end();
  await market.close();
});

const refusedByRule = 'CL500';

describe("the service's role", () => {
  test.each([
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'ledger_holds',
    'credit_accounts',
    'credit_days',
    'credit_entries',
  ])('can read %s and change nothing in it', async (table) => {
    expect(await asService(`select 1 from ${table} limit 1`)).toBe('done');
    expect(await asService(`insert into ${table} default values`)).toBe(noRight);
    expect(await asService(`delete from ${table}`)).toBe(noRight);
    expect(await asService(`truncate ${table}`)).toBe(noRight);
    for (const column of await columnsOf(table))
      expect(await asService(`update ${table} set ${column} = default`), column).toBe(noRight);
  });

  test('cannot rewrite assignment events', async () => {
    for (const change of ['update assignment_events set data = data', 'delete from assignment_events'])
      expect(await asService(change), change).toBe(noRight);
  });

  test('cannot rewrite the stored answer of an Idempotency-Key', async () => {
    for (const column of await columnsOf('idempotency_keys'))
      expect(await asService(`update idempotency_keys set ${column} = ${column}`), column).toBe(noRight);
  });

  test('can change the state of a quote, and none of its content', async () => {
    const open = ['status', 'order_id', 'order_version'];
    const columns = await columnsOf('quotes');
    expect(columns).toEqual(expect.arrayContaining(['lines', 'base', 'brand_fee', 'offer', 'payload_hash', ...open]));
    for (const column of columns)
      expect(await asService(`update quotes set ${column} = ${column} where false`), column).toBe(
        open.includes(column) ? 'done' : noRight,
      );
  });

  test('can change the state of a private file or ownership claim, and neither the file data nor the history', async () => {
    const open = [
      ...['status', 'expires_at', 'check_leased_until', 'incoming_deleted_at', 'unneeded_since', 'updated_at'],
      // The fields of the served copy; the announced ones stay.
      ...['stored_key', 'stored_size', 'stored_sha256', 'virus_check', 'content_type'],
      // Once: a file stays in its statement.
      'statement_seq',
    ];
    for (const column of await columnsOf('private_uploads'))
      expect(await asService(`update private_uploads set ${column} = ${column} where false`), column).toBe(
        open.includes(column) ? 'done' : noRight,
      );
    for (const change of [
      'delete from private_uploads',
      'update ownership_events set at = at',
      'delete from ownership_events',
    ])
      expect(await asService(change), change).toBe(noRight);
  });

  test.each([
    [
      'webhook_endpoints',
      [
        ...['status', 'failing_since', 'last_succeeded_at', 'failures', 'backoff_until'],
        ...['disabled_at', 'updated_at', 'deleted_at'],
        ...['sealed_secret', 'previous_sealed_secret', 'previous_secret_expires_at'],
      ],
    ],
    [
      'messages',
      'status attempts due_at queued_until requested_at last_status last_error ended_at former_statuses'.split(' '),
    ],
    ['outbox', ['delivered_at']],
    ['stats_sessions', ['status', 'uploaded_at', 'decided_at', 'decided_by', 'reason']],
  ])('can change the state of %s, and none of their content', async (table, open) => {
    for (const column of await columnsOf(table))
      expect(await asService(`update ${table} set ${column} = default where false`), column).toBe(
        open.includes(column) ? 'done' : noRight,
      );
  });

  test('can delete an endpoint that its owner has deleted, and no other', async () => {
    const ownerId = await market.aUser(['CREATOR']);
    const endpointOf = async (deletedAt: string) => {
      const { id } = await market.one(
        `insert into webhook_endpoints (owner_id, url, sealed_secret, created_at, updated_at, deleted_at)
         values ($1, 'https://hooks.example.com', '', now(), now(), ${deletedAt}) returning id`,
        [ownerId],
      );
      return id;
    };
    const remove = 'delete from webhook_endpoints where id = $1';
    expect(await asService(remove, [await endpointOf('null')])).toBe(refusedByRule);
    expect(await asService(remove, [await endpointOf('now()')])).toBe('done');
    expect(await asOwner('delete from webhook_endpoints where owner_id = $1', [ownerId])).toBe('done');
  });

  test('cannot change the money or the parties of an assignment, nor delete one', async () => {
    const fixed = ['base', 'brand_fee', 'creator_fee', 'quantity', 'order_id', 'order_item_id'];
    for (const column of [...fixed, 'advertiser_id', 'creator_id', 'service_listing_id', 'rights', 'brief'])
      expect(await asService(`update placement_assignments set ${column} = ${column}`), column).toBe(noRight);
    expect(await asService('delete from placement_assignments')).toBe(noRight);
    expect(await asService('update placement_assignments set status = status where false')).toBe('done');
  });

  test.each([
    'create table sneaky (id int)',
    'create temp table sneaky (id int)',
    'create schema sneaky',
    `create function sneaky() returns int language sql as 'select 1'`,
    'create extension hstore',
    'drop table ledger_entries',
    'alter table ledger_entries disable trigger all',
    'alter table ledger_accounts drop constraint ledger_accounts_never_negative',
    'set session_replication_role = replica',
    'create role sneaky',
    'alter role castline_service superuser',
    'alter role postgres nologin',
    'set role postgres',
    `copy users to program 'cat'`,
  ])('cannot run: %s', async (statement) => {
    expect(await asService(statement)).toBe(noRight);
  });

  test('has only its grants: it owns nothing, has no memberships and cannot truncate', async () => {
    const { rows: attributes } = await service.query(
      `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
    );
    expect(Object.values(attributes[0])).toEqual([false, false, false, false, false]);
    const { rows: more } = await service.query(
      `select relname from pg_class where pg_has_role(current_user, relowner, 'member')
       union all select proname from pg_proc where pg_has_role(current_user, proowner, 'member')
       union all select rolname from pg_roles where rolname <> current_user and pg_has_role(current_user, oid, 'member')
       union all select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and has_table_privilege(current_user, oid, 'truncate, references, trigger, maintain')`,
    );
    expect(more).toEqual([]);
  });

  test("times out a statement before its caller's timeout of 8 s", async () => {
    const { rows } = await service.query(
      `select name, setting::int as ms from pg_settings
       where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout') order by name`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['lock_timeout', 'statement_timeout', 'transaction_timeout']);
    for (const { name, ms } of rows) {
      expect(ms, name).toBeGreaterThan(0);
      expect(ms, name).toBeLessThan(8_000);
    }
  });

  test('gets owner rights only through functions with a fixed search_path that only it can call', async () => {
    const { rows } = await market.pool.query(
      `select proname, proconfig, has_function_privilege('public', oid, 'execute') as "isPublic" from pg_proc
       where prosecdef and pronamespace = 'public'::regnamespace order by proname`,
    );
    expect(rows.map(({ proname }) => proname)).toEqual([
      ...['account_erased', 'account_obstacles'],
      ...['adopt_delivered_posts', 'analytics_mark_deliverable', 'analytics_mark_post', 'analytics_summarize'],
      ...[
        'campaign_accrue',
        'catalog_figures_changed',
        'catalog_is_listed_now',
        'catalog_projection_now',
        'creator_draft_page',
      ],
      ...['credit_grant', 'credit_purchase'],
      ...['delete_account', 'delete_account_of_deleted_factory', 'delete_campaign_metrics_of_ended_grant'],
      ...[
        'delete_measurements_of_ended_grants',
        'delete_old_campaign_days',
        'delete_old_campaign_metrics',
        'delete_old_measurements',
        'delete_old_post_measurements',
        'delete_rows_of_removed_account',
      ],
      ...[
        'drop_empty_measurement_partitions',
        'drop_old_factory_measurements',
        'end_access',
        'end_unused_account',
        'erase_account',
      ],
      ...[
        'factory_accounts_with_ended_grants',
        'factory_accounts_with_old_metrics',
        'factory_changed',
        'factory_check_credits',
        'factory_claim_scans',
        'factory_drop_announced',
        'factory_end_scan_of',
        'factory_end_scans',
        'factory_expire_scans',
        'factory_fail_accounts',
        'factory_forget_account',
        'factory_forget_post',
        'factory_is_open',
        'factory_merge_account',
        'factory_notify',
        'factory_readable_since',
        'factory_record_scan',
        'factory_shown_since',
      ],
      ...['ledger_campaign_pay', 'ledger_campaign_refund', 'ledger_campaign_reserve'],
      ...['ledger_deposit', 'ledger_reserve', 'ledger_settle', 'ledger_withdraw', 'make_measurement_partitions'],
      ...['picture_released', 'place_noted', 'place_of'],
      ...[
        'refuse_deleted_parties',
        'suspend_sessions',
        'unused_account',
        'walk_after',
        'walk_after',
        'walk_noted',
        'walk_noted',
      ],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        proconfig: expect.arrayContaining(['search_path=public, pg_temp']),
        isPublic: false,
      });
  });
});
