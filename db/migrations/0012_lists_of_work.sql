-- What the lists of assignments are read by: those of a party, of one in one state, and anybody's in one state.
drop index placement_assignments_advertiser, placement_assignments_creator, placement_assignments_disputed;
create index placement_assignments_advertiser on placement_assignments (advertiser_id, id);
create index placement_assignments_creator on placement_assignments (creator_id, id);
create index placement_assignments_advertiser_status on placement_assignments (status, advertiser_id, id);
create index placement_assignments_creator_status on placement_assignments (status, creator_id, id);
create index placement_assignments_status on placement_assignments (status, id);
