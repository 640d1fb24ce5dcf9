-- The rights of each edge function, and the initial rows.
--
-- Locks: none, all objects are new. To revert: drop the database.

-- Edge functions may call only the functions that are granted below.
revoke execute on function ledger_external_payment, ledger_post, ledger_deposit, ledger_withdraw, ledger_reserve, ledger_shares, ledger_settle,
  ledger_settle_hold, delete_old_measurements, creator_draft_page, catalog_is_listed_now, catalog_projection_now, end_access, catalog_renew_epoch from public;

-- The stored statements run with the rights of their caller.
grant usage on schema reads, changes to castline_guest, castline_auth, castline_service, castline_jobs;

-- `guest` reads the catalog, previews and pictures. It writes nothing.
grant select on catalog_channels, catalog_creators, catalog_due, catalog_epochs, catalog_former, catalog_generations, catalog_lists,
  catalog_pages, catalog_services, catalog_words, active_creators, pictures_in_use to castline_guest;
grant execute on function creator_draft_page, catalog_is_listed_now, catalog_projection_now to castline_guest;

-- `auth` reads and writes users, passwords, sessions and signing keys.
grant select, insert, update, delete on accounts, jwks, sessions, verifications to castline_auth;
grant select, insert on users to castline_auth;
grant update (name, email, email_verified, image, updated_at) on users to castline_auth;
grant usage, select on sequence accounts_id_seq, jwks_id_seq, sessions_id_seq, users_id_seq, verifications_id_seq to castline_auth;

-- `api` reads and writes everything except passwords, sessions and private signing keys. It deletes the sessions of a suspended user.
grant select, insert, update, delete on api_keys, audience_snapshots, catalog_channels, catalog_creators, catalog_due,
  catalog_metrics_published, catalog_former, catalog_generations, catalog_lists, catalog_unpublished_metrics, catalog_pages, catalog_services,
  catalog_words, channel_posts, channels, creator_pages, creators, deliverable_proofs, order_items, ownership_claims, ownership_evidence,
  placement_orders, platform_user_budgets, platform_budgets, service_listings, social_accounts to castline_service;
grant select, insert on assignment_events, change_proposals, deliverable_measurements, deliverable_scans, deliverables, ownership_events,
  placement_assignments, pricing_saves, private_uploads, users to castline_service;
grant select, insert, delete on avatars, idempotency_keys, messages, outbox, proven_posts, quotes, webhook_endpoints to castline_service;
grant select on active_creators, assignment_money, catalog_epochs, catalog_projection, ledger_accounts, ledger_entries, ledger_holds,
  ledger_transfers, pictures_in_use, proven_channels, shown_channels, shown_services to castline_service;
grant select (id, public_key, alg, expires_at) on jwks to castline_service;
grant select (user_id), delete on sessions to castline_service;
grant select, update on controls to castline_service;
grant select, insert, update on disputes to castline_service;
grant update (name, roles, suspended_at, suspension_reason, updated_at) on users to castline_service;
grant update (stored_at) on avatars to castline_service;
grant update (status, ended_at) on change_proposals to castline_service;
grant update (due_at, failures, views, likes, comments, counts_measured_at, saves, saves_measured_at) on deliverable_scans to castline_service;
grant update (expected_at, version, url, content_id, published_revision, note, published_at, updated_at) on deliverables to castline_service;
grant update (status, attempts, due_at, queued_until, last_status, last_error, ended_at, requested_at, former_statuses) on messages to castline_service;
grant update (delivered_at) on outbox to castline_service;
grant update (status, version, due_at, accept_by, approve_by, updated_at, accepted_at, submitted_at, ended_at, reminded_deadline, missed_deadline, delivered_at, changes_requested_at, postponed_until, postpone_cause, resumed_at) on placement_assignments to castline_service;
grant update (status, stored_key, expires_at, check_leased_until, incoming_deleted_at, updated_at, stored_size, stored_sha256, unneeded_since, virus_check) on private_uploads to castline_service;
grant update (order_id, order_version, status) on quotes to castline_service;
grant update (sealed_secret, status, failing_since, last_succeeded_at, failures, backoff_until, disabled_at, updated_at, deleted_at, previous_sealed_secret, previous_secret_expires_at) on webhook_endpoints to castline_service;
grant usage, select on all sequences in schema public to castline_service;
revoke all on sequence accounts_id_seq, jwks_id_seq, sessions_id_seq, verifications_id_seq from castline_service;
grant execute on function ledger_deposit, ledger_withdraw, ledger_reserve, ledger_shares, ledger_settle, creator_draft_page, catalog_is_listed_now,
  catalog_projection_now to castline_service;

-- `jobs` reads and writes data for deadlines, platforms and deliveries. It creates no order, price or user. It pays and refunds only when an
-- assignment ends.
grant select on active_creators, api_keys, assignment_events, assignment_money, audience_snapshots, avatars, catalog_channels,
  catalog_creators, catalog_due, catalog_epochs, catalog_metrics_published, catalog_former, catalog_generations, catalog_lists,
  catalog_unpublished_metrics, catalog_pages, catalog_projection, catalog_services, catalog_words, change_proposals, channel_posts, channels,
  controls, creator_pages, creators, deliverable_measurements, deliverable_proofs, deliverable_scans, deliverables, disputes,
  idempotency_keys, ledger_accounts, ledger_entries, ledger_holds, ledger_transfers, messages, order_items, outbox, ownership_claims,
  ownership_events, ownership_evidence, pictures_in_use, placement_assignments, placement_orders, platform_user_budgets, platform_budgets,
  private_uploads, proven_channels, proven_posts, quotes, service_listings, shown_channels, shown_services, social_accounts, users,
  webhook_endpoints to castline_jobs;
grant select (id, expires_at), delete on sessions, verifications to castline_jobs;
grant insert, update, delete on catalog_channels, catalog_creators, catalog_due, catalog_metrics_published, catalog_former,
  catalog_generations, catalog_lists, catalog_unpublished_metrics, catalog_pages, catalog_services, catalog_words, channel_posts, ownership_claims,
  platform_user_budgets, platform_budgets to castline_jobs;
grant insert, delete on avatars, messages, outbox to castline_jobs;
grant insert on assignment_events, deliverable_measurements, deliverable_scans, ownership_events to castline_jobs;
grant delete on api_keys, deliverable_proofs, idempotency_keys, ownership_evidence, proven_posts, quotes, webhook_endpoints to castline_jobs;
grant update on channels, creator_pages, creators, placement_orders, social_accounts to castline_jobs;
-- A transition locks its users. Postgres requires an update right on a column of the table for that.
grant update (updated_at) on users to castline_jobs;
grant update (stored_at) on avatars to castline_jobs;
grant update (status, ended_at) on change_proposals to castline_jobs;
grant update (due_at, failures, views, likes, comments, counts_measured_at, saves, saves_measured_at) on deliverable_scans to castline_jobs;
grant update (status, attempts, due_at, queued_until, last_status, last_error, ended_at, requested_at, former_statuses) on messages to castline_jobs;
grant update (delivered_at) on outbox to castline_jobs;
grant update (status, version, due_at, accept_by, approve_by, updated_at, accepted_at, submitted_at, ended_at, reminded_deadline, missed_deadline, delivered_at, changes_requested_at, postponed_until, postpone_cause, resumed_at) on placement_assignments to castline_jobs;
grant update (status, stored_key, expires_at, check_leased_until, incoming_deleted_at, updated_at, unneeded_since) on private_uploads to castline_jobs;
grant update (order_id, order_version, status) on quotes to castline_jobs;
grant update (sealed_secret, status, failing_since, last_succeeded_at, failures, backoff_until, disabled_at, updated_at, previous_sealed_secret, previous_secret_expires_at) on webhook_endpoints to castline_jobs;
grant usage, select on all sequences in schema public to castline_jobs;
revoke all on sequence accounts_id_seq, jwks_id_seq, sessions_id_seq, users_id_seq, verifications_id_seq from castline_jobs;
grant execute on function ledger_shares, ledger_settle, delete_old_measurements, catalog_is_listed_now, catalog_projection_now to castline_jobs;

insert into controls (name, is_enabled) values ('publication', true);
insert into ledger_accounts (owner_id, kind) values (null, 'REVENUE'), (null, 'EXTERNAL');
insert into catalog_generations (shard) select generate_series(0, 15);
insert into catalog_epochs (value) values (left(md5(gen_random_uuid()::text), 12));
insert into catalog_metrics_published values ('-infinity');
