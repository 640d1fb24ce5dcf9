-- The page of a blocked tracking link names the reason that staff has given, until its owner is deleted.
--
-- Locks: tracking_targets, a view, for a moment. To revert: drop the view, and create and grant it as in 0124. The version before does not read `block_reason`.

create or replace view tracking_targets as
select l.id as link_id, l.code, l.destination_url, l.salt,
  case
    when l.blocked_at is not null then 'BLOCKED'
    when u.deleted_at is not null then 'OWNER_DELETED'
    when u.suspended_at is not null then 'OWNER_SUSPENDED'
    when c.started_at is null then 'NOT_STARTED'
  end as stop,
  case
    when u.deleted_at is not null then 'OWNER_DELETED'
    when l.blocked_at is not null then 'BLOCKED'
    when u.suspended_at is not null then 'OWNER_SUSPENDED'
    when c.started_at is null and c.status = 'CANCELLED' then 'CAMPAIGN_CANCELLED'
    when c.started_at is null then 'NOT_STARTED'
  end as reason,
  case when u.deleted_at is null then l.block_reason end as block_reason
from tracking_links l join campaigns c on c.id = l.campaign_id join users u on u.id = c.advertiser_id;
