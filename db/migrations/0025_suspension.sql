-- While a party is suspended no window of its assignments ends; who is let back gives each at least 72 hours. The column is empty, so
-- no table is rewritten; the index blocks writes to users while it is built. To go back: drop the column and the index, take the right.
alter table placement_assignments add resumed_at timestamptz(3);
grant update (accept_by, resumed_at) on placement_assignments to castline_service;
create index users_suspended on users (id) where suspended_at is not null;
