import type { Client } from 'pg';

/**
 * Adds `count` synthetic published creators in one batch: the rows that catalog_refresh would write, from the same view
 * and functions. Only for temporary databases: it needs a superuser, because it skips foreign key checks.
 */
export async function growMarket(client: Client, count: number, log: (line: string) => void = () => {}): Promise<void> {
  const started = performance.now();
  await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '512MB';
    set maintenance_work_mem = '1GB'; set jit = off; set statement_timeout = 0`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('catalog_lists', 'catalog_creators', 'catalog_words') and indexdef not like 'CREATE UNIQUE %' order by 1`,
  );
  await client.query(`drop index ${indexes.map(({ name }) => name).join(', ')}`);
  for (const [name, statement] of [
    ...steps(count),
    ...indexes.map(({ name, definition }) => [`index ${name}`, definition] as const),
    [
      'vacuum',
      'vacuum (analyze) catalog_lists, catalog_creators, catalog_services, catalog_pages, catalog_list_counts, catalog_words',
    ] as const,
  ]) {
    await client.query(statement);
    log(`${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  }
  await client.query('set session_replication_role = origin');
}

/** A number below `n` that looks random and is the same in every run. */
const pick = (salt: number, n: number, of = 'g') =>
  `((hashint8(${of}::bigint * 1000003 + ${salt}) & 2147483647) % ${n})`;

const oneOf = (salt: number, values: readonly string[], of = 'g') =>
  `(array[${values.map((value) => `'${value}'`).join(',')}])[1 + ${pick(salt, values.length, of)}]`;

function steps(count: number): readonly (readonly [string, string])[] {
  return [
    ['users', users(count)],
    ['profiles', profiles],
    ['social accounts', accounts],
    ['channels', channels],
    ['posts', posts],
    ['listings', listings],
    [
      'statistics',
      'analyze users, creators, creator_pages, social_accounts, audience_snapshots, channels, channel_posts, service_listings',
    ],
    ['projection', projection],
    ['catalog rows', catalog],
  ];
}

const firstNames =
  'Ada Amir Ana Ben Bea Chloe Cem Dana Diego Elif Emre Eva Finn Freya Gina Hugo Ida Ines Ivan Jana Jonas Kai Kira Lara Leo Lina Luca Maja Marco Mia Mila Milo Nadia Nico Noor Nora Olga Omar Otto Pia Rafa Rina Romy Sami Sara Sofia Tariq Theo Tilda Uma Vera Viktor Wanda Xena Yara Yusuf Zara Zoe'.split(
    ' ',
  );
const lastNames =
  'Adler Bauer Becker Bianchi Blanc Braun Brown Castro Cruz Demir Diaz Dubois Fischer Fontaine Garcia Gomez Gray Haas Hansen Horvat Ivanov Jensen Kaya Keller Klein Kowalski Kruger Lang Larsen Lopez Marin Martin Meyer Moreau Moreno Muller Nielsen Novak Olsen Ortiz Petrov Popov Reyes Rivera Rossi Santos Sato Schmidt Silva Stone Tanaka Torres Vega Vidal Wagner Walker Weber Wolf Yilmaz Young'.split(
    ' ',
  );
const topics =
  'gaming esports strategy shooters speedruns retro music guitar vocals dance fitness running yoga football basketball cycling cooking baking vegan coffee travel hiking photography film art drawing crafts fashion beauty skincare makeup technology gadgets coding science history books finance parenting gardening'.split(
    ' ',
  );
const platforms = ['TWITCH', 'KICK', 'YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X'];
const countries = ['US', 'DE', 'GB', 'FR', 'ES', 'BR', 'TR', 'PL', 'IT', 'JP', 'MX', 'NL', 'SE', 'CA'];

const users = (count: number) => `
  create temp table grown as
    select g, g + (select coalesce(max(id), 0) from users) as id, ${oneOf(1, firstNames)} || ' ' || ${oneOf(2, lastNames)} as name
    from generate_series(1, ${count}) g;
  insert into users (id, name, email, roles) select id, name, 'creator-' || id || '@bench.invalid', '{CREATOR}' from grown;
  select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users))`;

const profiles = `
  insert into creators (user_id, display_name, bio, topics, languages, geo)
    select id, name, 'Synthetic creator ' || id, array[${oneOf(3, topics)}, ${oneOf(4, topics)}]
        || case when g % 5 = 0 then array['niche ' || (g / 5) % 20000] else '{}' end,
      array[${oneOf(5, ['en', 'en', 'de', 'fr', 'es', 'pt', 'tr', 'pl', 'it', 'ja'])}], array[${oneOf(6, countries)}]
    from grown;
  insert into creator_pages (creator_id, status, published_version, published_at, published_profile)
    select user_id, 'PUBLISHED', 1, now() - g * interval '17 seconds', jsonb_build_object('displayName', display_name, 'bio', bio,
      'topics', topics, 'languages', languages, 'geo', geo, 'channelType', null)
    from grown join creators on user_id = id`;

const accounts = `
  create temp table grown_channels as
    select id as creator_id, n as position, g * 2 + n as c, g % 10 < 3 and n = 0 as is_native,
      ${oneOf(7, platforms, '(g * 2 + n)')} as platform, lower(replace(name, ' ', '_')) || '_' || id || case when n = 1 then 'b' else '' end as handle,
      row_number() over () + (select coalesce(max(id), 0) from channels) as id
    from grown cross join generate_series(0, 1) n where n = 0 or g % 5 < 2;
  alter table grown_channels add account_id bigint;
  update grown_channels set account_id = id + (select coalesce(max(id), 0) from social_accounts) where is_native;
  insert into social_accounts (id, owner_id, platform, handle, external_id, status, is_verified, verified_via)
    select account_id, creator_id, platform, handle, 'grown-' || account_id, 'ACTIVE', true, 'PLATFORM_API' from grown_channels where is_native;
  select setval(pg_get_serial_sequence('social_accounts', 'id'), (select max(id) from social_accounts));
  insert into audience_snapshots (social_account_id, source, captured_at, verified_at, period_days, geo, demo)
    select account_id, 'SCREEN_RECORDING', now() - interval '2 days', now() - interval '2 days', 28,
      (select jsonb_agg(jsonb_build_object('country', country, 'share', 0.25)) from unnest(array[${countries.map((c) => `'${c}'`).join(',')}])
        with ordinality as t(country, n) where (n + c) % 4 = 0),
      '[{"age": "18-24", "gender": "FEMALE", "share": 0.3}, {"age": "18-24", "gender": "MALE", "share": 0.4}, {"age": "25-34", "gender": "MALE", "share": 0.3}]'
    from grown_channels where is_native`;

const channels = `
  insert into channels (id, creator_id, kind, platform, handle, canonical_url, social_account_id, position)
    select id, creator_id, case when is_native then 'NATIVE' else 'MANUAL' end, platform, handle,
      case platform when 'TWITCH' then 'https://www.twitch.tv/' when 'KICK' then 'https://kick.com/' when 'YOUTUBE' then 'https://www.youtube.com/@'
        when 'TIKTOK' then 'https://www.tiktok.com/@' when 'INSTAGRAM' then 'https://www.instagram.com/' else 'https://x.com/' end || handle,
      account_id, position
    from grown_channels;
  select setval(pg_get_serial_sequence('channels', 'id'), (select max(id) from channels))`;

const posts = `
  insert into channel_posts (channel_id, external_id, published_at, views, likes, comments, measured_at)
    select id, 'post-' || n, now() - n * interval '1 day', case when n = 4 then null else ${pick(8, 90000, 'c')} + n * 100 end,
      ${pick(8, 90000, 'c')} * (c % 12) / 100, n, now() - interval '6 hours'
    from grown_channels cross join generate_series(1, 5) n where c % 4 = 0`;

const listings = `
  insert into service_listings (channel_id, creator_id, type, variant, unit, proof_modes, title, base_price, package_options, usage_terms, is_published)
    select id, creator_id, type, variant, case type when 'STREAM' then 'STREAM' when 'POST' then 'POST' when 'STORY' then 'STORY' when 'UGC' then 'FILE' else 'VIDEO' end,
      case type when 'STREAM' then '{PUBLIC_VOD}' when 'UGC' then '{PRIVATE_FILE}' else '{PUBLIC_URL}' end::text[],
      initcap(variant) || ' in a ' || lower(replace(type, '_', ' ')), cents * 10000,
      case when c % 3 = 0 then '[{"quantity": 1, "discountBps": 0}]' else '[{"quantity": 1, "discountBps": 0}, {"quantity": 5, "discountBps": 500}, {"quantity": 10, "discountBps": 1000}]' end::jsonb,
      'One year of use in organic posts.', true
    from (select ch.id, ch.creator_id, ch.c, n, ${oneOf(9, ['MENTION', 'INTEGRATION', 'DEDICATED', 'REVIEW'], '(c * 4 + n)')} as variant,
        case when n = 1 and c % 7 = 0 then 'UGC' else case platform when 'TWITCH' then 'STREAM' when 'KICK' then 'STREAM' when 'YOUTUBE' then 'VIDEO'
          when 'TIKTOK' then 'SHORT_VIDEO' when 'INSTAGRAM' then (array['STORY', 'POST'])[1 + n % 2] else 'POST' end end as type,
        (exp(ln(2000) + ${pick(10, 1000, '(c * 4 + n)')} / 1000.0 * 6.5))::bigint as cents
      from grown_channels ch cross join generate_series(0, 2) n where n <= c % 3) offered`;

// `offset 0` keeps Postgres from evaluating the view once more for each column that uses it.
const projection = `
  create temp table projected as
    select p.*, catalog_entry(row(p.*)::catalog_projection, m.at, p.entry_channels, p.services) as entry, catalog_page(row(p.*)::catalog_projection, m.at) as page,
      m.at as modified
    from (select * from catalog_projection where creator_id in (select id from grown) offset 0) p
    cross join lateral (select date_trunc('second', now()) - p.creator_id * interval '13 seconds' as at) m`;

const catalog = `
  insert into catalog_creators (creator_id, public_id, last_modified, min_price, lists, words, content, entry)
    select creator_id, public_id, modified, min_price, lists, words, content, entry from projected;
  insert into catalog_pages (public_id, creator_id, etag, page) select public_id, creator_id, md5(page), page from projected;
  insert into catalog_services (listing_id, creator_id, channel_id, platform, type, variant, base_price, countries)
    select s.id, s.creator_id, s.channel_id, s.platform, s.type, s.variant, s.base_price, s.countries
    from projected cross join unnest(service_rows) s;
  insert into catalog_lists select rows.* from projected
    cross join lateral catalog_list_rows(creator_id, modified, min_price, max_price, lists) rows;
  insert into catalog_list_counts as counted (list, shard, creators)
    select list, get_byte(uuid_send(public_id), 0) >> 4, count(*) from projected cross join unnest(lists) list group by 1, 2
    on conflict (list, shard) do update set creators = counted.creators + excluded.creators;
  insert into catalog_words (word, since)
    select w, min(modified) from projected cross join unnest(words) w group by w on conflict (word) do nothing;
  update catalog_generations set value = value + 1;
  drop table grown, grown_channels, projected`;
