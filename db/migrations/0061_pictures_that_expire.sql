-- Pictures are kept for as long as their platform allows, and fetched again before that time ends. Locks: social_accounts and avatars
-- briefly, and against writes while the indexes are built. To go back: drop what is created here.
alter table avatars add sha256 bytea check (length(sha256) = 32);
create index avatars_stored on avatars (stored_at);
-- The service updates stored_at when the platform gives the same picture again.
grant update (stored_at) on avatars to castline_service;

-- When to fetch the picture again, and the number of consecutive failures.
alter table social_accounts add picture_due_at timestamptz(3), add picture_failures smallint not null default 0;
create index social_accounts_picture_due on social_accounts (platform, picture_due_at) where picture_due_at is not null;
update social_accounts set picture_due_at = now() where avatar_url is not null;
