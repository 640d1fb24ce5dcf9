import type { Market } from '../market/market.ts';

type Kind = 'plain' | 'list' | 'unique' | 'url' | 'email';

/** The columns with texts that people type, or that come from a platform. `unique`: two rows may not be equal. */
const columns: readonly (readonly [table: string, column: string, kind?: Kind])[] = [
  ['api_keys', 'name'],
  ['campaign_posts', 'note'],
  ['campaign_posts', 'url', 'url'],
  ['campaigns', 'brief'],
  ['campaigns', 'title'],
  ['channels', 'block_reason'],
  ['channels', 'canonical_url', 'url'],
  ['channels', 'handle', 'unique'],
  ['creators', 'bio'],
  ['creators', 'display_name'],
  ['creators', 'geo', 'list'],
  ['creators', 'languages', 'list'],
  ['creators', 'topics', 'list'],
  ['credit_entries', 'reference', 'unique'],
  ['deliverables', 'description'],
  ['deliverables', 'note'],
  ['disputes', 'description'],
  ['disputes', 'note'],
  ['disputes', 'reason'],
  ['factories', 'name'],
  ['factory_accounts', 'handle', 'unique'],
  ['factory_accounts', 'title'],
  ['factory_posts', 'hashtags', 'list'],
  ['factory_posts', 'title'],
  ['ledger_transfers', 'reference_id', 'unique'],
  ['messages', 'last_error'],
  ['order_items', 'brief'],
  ['ownership_claims', 'note'],
  ['ownership_claims', 'reason'],
  ['ownership_events', 'reason'],
  ['placement_assignments', 'brief'],
  ['placement_assignments', 'title'],
  ['placement_assignments', 'usage_terms'],
  ['portfolio_pictures', 'caption'],
  ['private_uploads', 'file_name'],
  ['saved_lists', 'name', 'unique'],
  ['service_listings', 'title'],
  ['service_listings', 'usage_terms'],
  ['sessions', 'ip_address'],
  ['sessions', 'user_agent'],
  ['share_links', 'label'],
  ['social_accounts', 'block_reason'],
  ['social_accounts', 'handle', 'unique'],
  ['social_accounts', 'title'],
  ['staff_actions', 'object'],
  ['stats_sessions', 'reason'],
  ['tag_groups', 'name', 'unique'],
  ['tags', 'name', 'unique'],
  ['tracking_links', 'destination_url', 'url'],
  ['tracking_links', 'label'],
  ['users', 'email', 'email'],
  ['users', 'name'],
  ['users', 'suspension_reason'],
  ['webhook_endpoints', 'description'],
  ['webhook_endpoints', 'url', 'url'],
];

const values: Readonly<Record<Kind, string>> = {
  ...{ plain: '$1', list: 'array[$1]', unique: "$1 || ' ' || id", email: "id || lower($1) || '@example.com'" },
  url: `'https://site.example/' || id || '/' || $1`,
};

/** Texts inside of documents, by the column of the document. */
const documents: Readonly<Record<string, string>> = {
  'assignment_events.data': `data = data || jsonb_build_object('text', $1::text, 'reason', $1::text, 'note', $1::text, 'description', $1::text)`,
  'campaigns.requirements': `requirements = jsonb_build_object('hashtags', jsonb_build_array($1::text), 'mentions', jsonb_build_array($1::text),
     'languages', '[]'::jsonb, 'notes', $1::text)`,
  'creator_pages.published_profile': `published_profile = published_profile || jsonb_build_object('displayName', $1::text, 'bio', $1::text,
     'topics', jsonb_build_array($1::text)) where published_profile is not null`,
  'creators.contacts': `contacts = jsonb_build_object($1::text, $1::text)`,
  'deliverables.url': `url = 'https://site.example/' || $1 where kind = 'PUBLIC'`,
  'messages.body': `body = jsonb_set(body::jsonb, '{text}', to_jsonb($1::text))::text where body like '{%'`,
  'order_items.results': `results = jsonb_set(results, '{0,description}', to_jsonb($1::text))`,
  'order_items.rights': `rights = json_build_object($1::text, $1::text)`,
  'placement_assignments.channel': `channel = jsonb_set(channel::jsonb, '{handle}', to_jsonb($1::text)) where channel is not null`,
  'placement_assignments.rights': `rights = json_build_object($1::text, $1::text)`,
  'quotes.offer': `offer = offer::jsonb || jsonb_build_object('brief', $1::text, 'rights', jsonb_build_object($1::text, $1::text))
     where offer is not null`,
  'tracking_links.block_reason': `block_reason = $1, blocked_at = now()`,
  'staff_actions.data': `data = jsonb_build_object('reason', $1::text)`,
};

/** Columns with texts that nobody types, by what they have instead. A table stands for all its columns. */
const untyped: Readonly<Record<string, string>> = {
  'words of the service': `analytics_engagement analytics_engagement_sums analytics_statuses api_requests assignment_events.kind
    campaign_accounts.view_definitions campaign_platforms.view_definitions campaign_posts.flags campaign_posts.reasons
    campaign_posts.source campaign_posts.view_definition campaigns.platforms controls.name factory_measurements
    factory_posts.flags factory_posts.reasons factory_posts.source factory_posts.view_definition ledger_transfers.reference_type messages.former_statuses messages.kind
    placement_assignments.postpone_cause placement_assignments.proof_modes placement_assignments.proof_template
    placement_assignments.type post_measurements private_uploads.content_type service_listings.package_options
    service_listings.proof_template service_listings.unit staff_actions.operation webhook_endpoints.kinds`,
  'ids, hashes, keys and addresses that the service makes': `account_claims account_consents accounts api_keys.prefix avatars
    creators.avatar_url dead_letters factory_accounts.avatar_url factory_posts.cover_url idempotency_keys jwks
    oauth_states outbox ownership_claims.code portfolio_pictures.url private_uploads.incoming_key private_uploads.stored_key
    quotes.payload_hash schema_migrations sessions.token social_accounts.avatar_url social_grants.sharing_version
    staff_actions.request_id tracking_links.code users.image verifications walk_pages walks`,
  'ids of a platform or of an issuer': `analytics_posts campaign_posts.content_id channel_posts counted_clicks
    deliverable_measurements deliverable_scans deliverables.content_id factory_accounts.external_id
    factory_accounts.next_page factory_posts.content_id platform_events platform_windows posts proven_posts
    social_accounts.external_id social_grants.scopes users.external_subject`,
  'numbers, dates and country codes': `audience_snapshots change_proposals.results quotes.lines`,
  'copies of planted texts': `catalog_channels catalog_creators catalog_epochs catalog_former catalog_list_counts
    catalog_lists catalog_pages catalog_services catalog_words factory_posts.search_text`,
  'a name of a to z, 0 to 9 and hyphens': `creator_addresses.name`,
};

const untypedNames = new Set(Object.values(untyped).flatMap((names) => names.split(/\s+/)));

/** Whether nobody types the texts of a column. */
export const isUntyped = (name: string): boolean =>
  untypedNames.has(name) || untypedNames.has(name.split('.')[0] ?? '');

/** Writes a text into every field of everybody, past the checks of the API. Only for a stack of one file. */
export async function plant({ pool }: Market, text: string): Promise<void> {
  const client = await pool.connect();
  const absent: string[] = [];
  try {
    // Rows that never change have triggers that say so.
    await client.query('set session_replication_role = replica');
    for (const [table, column, kind = 'plain'] of columns)
      await run(
        `update ${table} set ${column} = ${values[kind]} ${kind === 'url' ? `where ${column} is not null` : ''}`,
        `${table}.${column}`,
      );
    for (const [name, assignment] of Object.entries(documents))
      await run(`update ${name.split('.')[0]} set ${assignment}`, name);
    await client.query('set session_replication_role = origin');
    await client.query('select catalog_refresh(user_id, now()) from creators');
  } finally {
    client.release(true);
  }
  if (absent.length > 0) throw new Error(`no row has ${absent.join(', ')}`);
  async function run(statement: string, name: string): Promise<void> {
    const { rowCount } = await client.query(statement, [text]).catch((error: unknown) => {
      throw new Error(`${name} refuses ${JSON.stringify(text)}`, { cause: error });
    });
    if (rowCount === 0) absent.push(name);
  }
}

/** The columns with texts that are neither planted nor known as texts that nobody types. */
export async function unplanted({ pool }: Market): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select t.relname || '.' || a.attname as name
    from pg_attribute a join pg_class t on t.oid = a.attrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition and a.attnum > 0
      and not a.attisdropped and format_type(a.atttypid, null) in ('text', 'text[]', 'json', 'jsonb')
      and not exists (select from pg_constraint c where c.conrelid = t.oid and c.contype = 'c' and a.attnum = any (c.conkey)
        and pg_get_constraintdef(c.oid) ~ 'ANY \\(ARRAY\\[|<@ ARRAY\\[')
    order by 1`);
  const known = new Set([...columns.map(([table, column]) => `${table}.${column}`), ...Object.keys(documents)]);
  return rows.map(({ name }) => name).filter((name) => !known.has(name) && !isUntyped(name));
}
