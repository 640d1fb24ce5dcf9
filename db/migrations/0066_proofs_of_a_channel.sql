-- Whether a claim is hidden is found among proofs alone: the many who may claim a famous channel cost its readers nothing.
--
-- Locks: channels against writes while an index is built, and the view while it is replaced. To go back: restore proven_channels of
-- 0060_proven_channels.sql and drop the index.
create index channels_proofs on channels (platform, canonical_url) where status <> 'REMOVED' and (kind = 'NATIVE' or ownership = 'VERIFIED');

-- The proof of a channel: its own, or that of its social account. A block or a suspension leaves it as it is. What the index says of a
-- proof is written as it says it, so that it is used.
create or replace view proven_channels as
select ch.id, ch.creator_id, ch.platform, ch.canonical_url
from channels ch left join social_accounts account on account.id = ch.social_account_id
where ch.status <> 'REMOVED' and (ch.kind = 'NATIVE' or ch.ownership = 'VERIFIED') and case ch.kind when 'MANUAL' then true
  else account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id end;
