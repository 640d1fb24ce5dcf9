-- Pictures are kept for as long as their platform allows, and asked for anew before. Locks: social_accounts and avatars for a moment, and
-- against writes while the indexes are built. To go back: drop what is created here.
alter table avatars add sha256 bytea check (length(sha256) = 32);
create index avatars_stored on avatars (stored_at);
-- The same picture was told again.
grant update (stored_at) on avatars to castline_service;

-- When the picture is to be asked for again, and how often that failed in succession.
alter table social_accounts add picture_due_at timestamptz(3), add picture_failures smallint not null default 0;
create index social_accounts_picture_due on social_accounts (platform, picture_due_at) where picture_due_at is not null;
update social_accounts set picture_due_at = now() where avatar_url is not null;
