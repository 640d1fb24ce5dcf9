-- One public post proves one result in all of Castline, for as long as the work of that result is not refunded. It locks nothing that
-- is written. To go back: drop the table.
create table proven_posts (
  platform text not null,
  content_id text not null,
  deliverable_id bigint not null unique references deliverables,
  primary key (platform, content_id)
);
insert into proven_posts (platform, content_id, deliverable_id)
  select a.channel->>'platform', d.content_id, d.id
  from deliverables d join placement_assignments a on a.id = d.assignment_id
  where d.content_id is not null and a.channel->>'platform' is not null and a.status not in ('DECLINED', 'EXPIRED', 'CANCELLED')
  order by d.id
on conflict do nothing;
revoke update on proven_posts from castline_service;
