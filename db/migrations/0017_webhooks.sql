-- The secret that signed before the last rotation, and signs beside the newer one until then; sealed as that one is.
alter table webhook_endpoints add previous_sealed_secret bytea, add previous_secret_expires_at timestamptz(3),
  add constraint webhook_endpoints_previous_secret check ((previous_sealed_secret is null) = (previous_secret_expires_at is null));
create index webhook_endpoints_previous_secrets on webhook_endpoints (previous_secret_expires_at)
  where previous_secret_expires_at is not null;
grant update (sealed_secret, previous_sealed_secret, previous_secret_expires_at) on webhook_endpoints to castline_service;

-- Its owner has asked for this call, by a test or a replay, and it was neither tried nor put off since.
alter table messages add asked_at timestamptz(3);
create index messages_asked on messages (endpoint_id) where asked_at is not null and status = 'PENDING';
grant update (asked_at) on messages to castline_service;
