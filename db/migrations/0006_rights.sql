-- The rights of the service, and the rows that must exist.
--
-- Locks: nothing, everything is new. To go back: drop the database.

grant select, insert, update, delete on accounts, api_keys, audience_snapshots, catalog_channels, catalog_creators, catalog_due, catalog_figures_told, catalog_former, catalog_generations, catalog_lists, catalog_new_figures, catalog_pages, catalog_services, catalog_words, channel_posts, channels, creator_pages, creators, deliverable_proofs, jwks, order_items, ownership_claims, ownership_evidence, placement_orders, platform_asks, platform_budgets, service_listings, sessions, social_accounts, users, verifications, catalog_projection, proven_channels, shown_channels, shown_services to castline_service;
grant select, insert on assignment_events, change_proposals, deliverable_measurements, deliverable_scans, deliverables, ownership_events, placement_assignments, pricing_saves, private_uploads to castline_service;
grant select, insert, delete on avatars, idempotency_keys, messages, outbox, proven_posts, quotes, webhook_endpoints to castline_service;
grant select on catalog_epochs, ledger_accounts, ledger_entries, ledger_holds, ledger_transfers, assignment_money to castline_service;
grant select, update on controls to castline_service;
grant select, insert, update on disputes to castline_service;

grant update (stored_at) on avatars to castline_service;
grant update (status, ended_at) on change_proposals to castline_service;
grant update (due_at, failures, views, likes, comments, counted_at, saves, saves_at) on deliverable_scans to castline_service;
grant update (expected_at, version, url, content_id, published_revision, note, published_at, updated_at) on deliverables to castline_service;
grant update (status, attempts, due_at, queued_until, last_status, last_error, ended_at, asked_at, ended_as) on messages to castline_service;
grant update (delivered_at) on outbox to castline_service;
grant update (status, version, due_at, accept_by, approve_by, updated_at, accepted_at, submitted_at, ended_at, reminded_for, missed_for, delivered_at, changes_requested_at, set_aside_until, set_aside_cause, resumed_at) on placement_assignments to castline_service;
grant update (status, stored_key, expires_at, checking_until, swept_at, updated_at, stored_size, stored_sha256, unneeded_since, virus_check) on private_uploads to castline_service;
grant update (order_id, order_version, status) on quotes to castline_service;
grant update (sealed_secret, status, failing_since, last_succeeded_at, failures, resting_until, disabled_at, updated_at, deleted_at, previous_sealed_secret, previous_secret_expires_at) on webhook_endpoints to castline_service;

grant usage, select on all sequences in schema public to castline_service;
revoke execute on function ledger_move, ledger_post, ledger_deposit, ledger_withdraw, ledger_reserve, ledger_due, ledger_settle,
  forget_measurements from public;
grant execute on function ledger_deposit, ledger_withdraw, ledger_reserve, ledger_due, ledger_settle, forget_measurements to castline_service;

insert into controls (name, is_enabled) values ('publication', true);
insert into ledger_accounts (owner_id, kind) values (null, 'REVENUE'), (null, 'EXTERNAL');
insert into catalog_generations (shard) select generate_series(0, 15);
insert into catalog_epochs (value) values (left(md5(gen_random_uuid()::text), 12));
insert into catalog_figures_told values ('-infinity');
