-- Lists are read by the pair of their owner and their id, forward or backward.
drop index placement_orders_newest, placement_orders_by_status, messages_endpoint_status;
create index placement_orders_newest on placement_orders (advertiser_id, id);
create index placement_orders_by_status on placement_orders (status, advertiser_id, id);
create index messages_endpoint_status on messages (status, endpoint_id, id) where endpoint_id is not null;
create index channels_listed on channels (creator_id, id) where status <> 'REMOVED';
