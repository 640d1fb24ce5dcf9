-- Evidence of ownership goes 30 days after it stopped being needed. What is not needed now begins its 30 days with this migration.
-- It writes to the files that are no evidence, and builds an index: writes to private_uploads wait for that long, reads do not.
-- To go back: drop the index and the column; what has EXPIRED is gone.
alter table private_uploads add column unneeded_since timestamptz(3);
update private_uploads u set unneeded_since = now()
where u.channel_id is not null and u.status = 'VERIFIED' and not exists (
  select from ownership_evidence oe join channels ch on ch.id = oe.channel_id
  where oe.upload_id = u.id and ch.status <> 'REMOVED' and ch.ownership <> 'REJECTED');
create index private_uploads_unneeded on private_uploads (unneeded_since) where status = 'VERIFIED' and unneeded_since is not null;
grant update (unneeded_since) on private_uploads to castline_service;
