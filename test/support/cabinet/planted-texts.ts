import type { Market } from '../market/market.ts';

/** The columns with texts that people type, or that come from a platform. `unique`: two rows of an owner may not be equal. */
const columns: readonly (readonly [table: string, column: string, kind?: 'list' | 'unique'])[] = [
  ['api_keys', 'name'],
  ['campaign_posts', 'note'],
  ['campaigns', 'title'],
  ['campaigns', 'brief'],
  ['channels', 'block_reason'],
  ['creators', 'display_name'],
  ['creators', 'bio'],
  ['creators', 'topics', 'list'],
  ['creators', 'languages', 'list'],
  ['creators', 'geo', 'list'],
  ['deliverables', 'description'],
  ['deliverables', 'note'],
  ['disputes', 'reason'],
  ['disputes', 'description'],
  ['disputes', 'note'],
  ['factories', 'name'],
  ['factory_accounts', 'title'],
  ['factory_posts', 'title'],
  ['factory_posts', 'hashtags', 'list'],
  ['ledger_transfers', 'reference_id', 'unique'],
  ['order_items', 'brief'],
  ['ownership_claims', 'note'],
  ['ownership_claims', 'reason'],
  ['placement_assignments', 'title'],
  ['placement_assignments', 'brief'],
  ['placement_assignments', 'usage_terms'],
  ['portfolio_pictures', 'caption'],
  ['private_uploads', 'file_name'],
  ['saved_lists', 'name', 'unique'],
  ['service_listings', 'title'],
  ['service_listings', 'usage_terms'],
  ['sessions', 'user_agent'],
  ['share_links', 'label'],
  ['social_accounts', 'title'],
  ['social_accounts', 'block_reason'],
  ['staff_actions', 'object'],
  ['stats_sessions', 'reason'],
  ['tag_groups', 'name', 'unique'],
  ['tags', 'name', 'unique'],
  ['tracking_links', 'label'],
  ['users', 'name'],
  ['users', 'suspension_reason'],
  ['webhook_endpoints', 'description'],
];

const values = { list: 'array[$1]', unique: "$1 || ' ' || id", plain: '$1' } as const;

/** Texts inside of documents. */
const documents: readonly string[] = [
  `update order_items set results = jsonb_set(results, '{0,description}', to_jsonb($1::text))`,
  `update creator_pages set published_profile = published_profile || jsonb_build_object('displayName', $1::text, 'bio', $1::text,
     'topics', jsonb_build_array($1::text)) where published_profile is not null`,
  `update assignment_events set data = data || jsonb_build_object('text', $1::text) where kind = 'assignment.statement_added'`,
  `update staff_actions set data = jsonb_build_object('reason', $1::text)`,
  `update campaigns set requirements = jsonb_build_object('hashtags', jsonb_build_array($1::text), 'mentions', jsonb_build_array($1::text),
     'languages', '[]'::jsonb, 'notes', $1::text)`,
];

/** Writes a text into every field of everybody, past the checks of the API. Only for a stack of one file. */
export async function plant({ pool }: Market, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    // Rows that never change have triggers that say so.
    await client.query('set session_replication_role = replica');
    for (const [table, column, kind = 'plain'] of columns)
      await run(`update ${table} set ${column} = ${values[kind]}`, `${table}.${column}`);
    for (const statement of documents) await run(statement, statement);
    await client.query('set session_replication_role = origin');
    await client.query('select catalog_refresh(user_id, now()) from creators');
  } finally {
    client.release(true);
  }
  async function run(statement: string, name: string): Promise<void> {
    const { rowCount } = await client.query(statement, [text]).catch((error: unknown) => {
      throw new Error(`${name} refuses ${JSON.stringify(text)}`, { cause: error });
    });
    if (rowCount === 0) throw new Error(`no row has ${name}`);
  }
}
