-- The profile of an account is read again also where its platform lets the service keep it for ever, because its name may change.
--
-- Locks: proven accounts without a next time, until the commit. To revert: nothing, the former version leaves their times as they are.

update social_accounts set picture_due_at = now() + random() * interval '15 days' where status = 'ACTIVE' and picture_due_at is null;
