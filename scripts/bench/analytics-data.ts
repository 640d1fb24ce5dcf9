import type { Client } from 'pg';

/** A number from 0 to 1 that looks random and is the same in every run. */
const share = (salt: number) => `((hashint8(n::bigint * 1000003 + ${salt}) & 2147483647) / 2147483648.0::float8)`;

/**
 * Adds an advertiser with assignments of a year, two for each order, by a number of creators, and summarizes them. Returns the id of the
 * advertiser. Only for temporary databases: it needs a superuser, because it skips triggers and foreign keys.
 */
export async function growAnalytics(
  client: Client,
  { assignments, creators }: { readonly assignments: number; readonly creators: number },
): Promise<number> {
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB'; set statement_timeout = 0;
    set jit = off`);
  const { rows } = await client.query<{ id: string; first: string; order: string }>(
    `select (select max(id) from (select id from users union all select 0) u) + 1 as id,
       (select coalesce(max(id), 0) from placement_assignments) as first, (select coalesce(max(id), 0) from placement_orders) as "order"`,
  );
  const advertiser = Number(rows[0]?.id);
  const first = Number(rows[0]?.first);
  for (const statement of grown(advertiser, first, assignments, creators)) await client.query(statement);
  await client.query('set session_replication_role = origin');
  while (await summarized(client));
  await client.query('vacuum analyze');
  return advertiser;
}

/** Summarizes a part of the marked orders, and says whether there were any. */
async function summarized(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ orders: number }>('select analytics_summarize(20000) as orders');
  return (rows[0]?.orders ?? 0) > 0;
}

const grown = (advertiser: number, first: number, assignments: number, creators: number): readonly string[] => [
  `insert into users (id, name, email, roles) values (${advertiser}, 'Advertiser', 'analytics-${advertiser}@bench.invalid', '{ADVERTISER}')`,
  `insert into users (id, name, email, roles) select ${advertiser} + n, 'Creator', 'analytics-${advertiser}-' || n || '@bench.invalid', '{CREATOR}'
     from generate_series(1, ${creators}) n;
   insert into creators (user_id, display_name) select ${advertiser} + n, 'Creator' from generate_series(1, ${creators}) n;
   select setval(pg_get_serial_sequence('users', 'id'), ${advertiser} + ${creators})`,
  `create temp table steps as select n, ${first} + n as id, ${first} + n / 2 as order_id,
     ${advertiser} + 1 + floor(${creators} * power(${share(1)}, 1.5))::int as creator_id, ${share(2)} as fate,
     date_trunc('milliseconds', now() - interval '365 days' * (1 - (n / 2)::float8 * 2 / ${assignments + 1})) as created_at,
     power(${share(4)}, 2) * interval '3 days' as accepting, interval '1 day' + power(${share(5)}, 2) * interval '30 days' as delivering,
     ${share(6)} * interval '5 days' as ending, (1 + floor(${share(7)} * 500))::bigint * 1000000 as base
   from generate_series(1, ${assignments}) n`,
  `insert into placement_assignments (id, order_id, order_item_id, advertiser_id, creator_id, type, proof_modes, proof_template, status, quantity,
     brief, rights, base, brand_fee, creator_fee, creator_fee_bps, due_at, accept_by, created_at, updated_at, accepted_at, delivered_at, ended_at)
   select id, order_id, id, ${advertiser}, creator_id, case when n % 4 = 0 then 'POST' else 'VIDEO' end, '{PUBLIC_URL}', '{}', status, 1, 'A brief.', '{}',
     base, base / 20, base / 10, 1000, created_at + interval '40 days', created_at + interval '3 days', created_at, created_at,
     case when status <> all ('{PENDING,DECLINED}') then created_at + accepting end,
     case when status = any ('{SUBMITTED,APPROVED,DISPUTED}') then created_at + accepting + delivering end,
     case when status = 'APPROVED' then created_at + accepting + delivering + ending when status = 'DECLINED' then created_at + accepting end
   from (select *, case when fate < 0.1 then 'DECLINED' when created_at + accepting > now() or fate < 0.12 then 'PENDING'
     when created_at + accepting + delivering > now() then 'ACCEPTED' when created_at + accepting + delivering + ending > now() or fate < 0.14 then 'SUBMITTED'
     when fate < 0.15 then 'DISPUTED' else 'APPROVED' end as status from steps) s`,
  `insert into ledger_holds (assignment_id, owner_id, amount, released, refunded, created_at)
   select id, advertiser_id, base + brand_fee, case status when 'APPROVED' then base + brand_fee else 0 end,
     case status when 'DECLINED' then base + brand_fee else 0 end, created_at
   from placement_assignments where id > ${first} and id <= ${first} + ${assignments}`,
  `insert into deliverables (id, assignment_id, position, kind, expected_at, url, content_id)
   select id, id, 1, 'PUBLIC', created_at, case when delivered_at is not null then 'https://youtu.be/' || id end,
     case when delivered_at is not null then id::text end
   from placement_assignments where id > ${first} and id <= ${first} + ${assignments}`,
  `insert into deliverable_scans (deliverable_id, platform, content_id, delivered_at, views, likes, comments, counts_measured_at, saves, saves_measured_at)
   select id, platform, id::text, delivered_at, id % 90000, id % 3000, id % 200, measured_at, case when platform = 'TIKTOK' then id % 500 end,
     case when platform = 'TIKTOK' then measured_at end
   from (select id, delivered_at, (array['YOUTUBE', 'TIKTOK', 'TWITCH'])[1 + id % 3] as platform,
       least(delivered_at + interval '60 days', now() - (id % 86400) * interval '1 second') as measured_at
     from placement_assignments where id > ${first} and id <= ${first} + ${assignments} and delivered_at is not null) a
   where platform <> 'YOUTUBE' or measured_at > now() - interval '30 days'`,
  `insert into analytics_changes (advertiser_id, order_id)
   select distinct advertiser_id, order_id from placement_assignments where id > ${first} and id <= ${first} + ${assignments} order by 1, 2`,
  'drop table steps; analyze',
];
