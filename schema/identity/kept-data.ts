/** Data that the deletion of an account does not erase. */
export interface KeptData {
  readonly what: string;
  readonly why: string;
  /** Who wrote its texts: the user, the user as a member of staff, staff about the user, or any of them. */
  readonly author: 'USER' | 'USER_AS_STAFF' | 'STAFF' | 'ANYBODY';
  /** Its columns with texts, as `table.column`. */
  readonly columns: readonly string[];
}

/** All that stays after the deletion of an account. The page of the deletion shows it, and a test finds each column that is missing here. */
export const keptData: readonly KeptData[] = [
  {
    what: 'The ledger: every payment and every purchase of credits with its reference, without your name',
    why: 'The law requires the records of a business.',
    author: 'USER',
    columns: ['ledger_transfers.reference_id', 'credit_entries.reference'],
  },
  {
    what: 'Orders with their quotes, and work with its channel, terms, history, results and disputes',
    why: 'The other party needs them to prove what was agreed and delivered.',
    author: 'USER',
    columns: [
      ...['quotes.offer', 'order_items.brief', 'order_items.results', 'order_items.rights'],
      ...['placement_assignments.title', 'placement_assignments.brief', 'placement_assignments.usage_terms'],
      ...['placement_assignments.rights', 'placement_assignments.channel', 'assignment_events.data'],
      ...['deliverables.description', 'deliverables.note', 'deliverables.url', 'private_uploads.file_name'],
      ...['disputes.reason', 'disputes.description', 'disputes.note'],
      ...['channels.handle', 'channels.canonical_url', 'service_listings.title', 'service_listings.usage_terms'],
    ],
  },
  {
    what: 'Campaigns that have started, without your notes, and the posts for them with their decisions',
    why: 'The other party needs them to prove what was paid for.',
    author: 'USER',
    columns: [
      'campaigns.title',
      'campaigns.brief',
      'campaigns.requirements',
      'campaign_posts.url',
      'campaign_posts.note',
    ],
  },
  {
    what: 'Emails and webhook calls about your work that others have received, for as long as theirs are kept',
    why: 'They belong to their recipients.',
    author: 'USER',
    columns: ['messages.body'],
  },
  {
    what: 'Answers of the service to requests of others about you or your work, for seven days',
    why: 'A request that is repeated gets the same answer.',
    author: 'ANYBODY',
    columns: ['idempotency_keys.body'],
  },
  {
    what: 'Decisions that you have made as a member of staff, with their reasons',
    why: 'The people whom they concern need them, and an audit must show who decided.',
    author: 'USER_AS_STAFF',
    columns: [
      ...['staff_actions.data', 'users.suspension_reason', 'channels.block_reason', 'social_accounts.block_reason'],
      ...['tracking_links.block_reason', 'ownership_claims.reason', 'ownership_events.reason', 'stats_sessions.reason'],
    ],
  },
  {
    what: 'Decisions of staff about you and what you own, with their reasons, and the log of what staff has read about you',
    why: 'An audit must show who decided and who read, and why.',
    author: 'STAFF',
    columns: ['staff_actions.data', 'ownership_events.reason', 'stats_sessions.reason'],
  },
];
