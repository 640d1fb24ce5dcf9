-- A live read of a marked creator computes what its entry or page shows, not its words and lists, which were most of the time.
--
-- Locks: the functions while they are replaced. To go back: restore catalog_page_now and catalog_entry_now of 0060_proven_channels.sql
-- and drop catalog_shown_now and catalog_modified_now.

-- The projection of a creator without words and lists. Not in SQL: inlined into a join, it would be computed of everybody.
create function catalog_shown_now(creator bigint) returns catalog_projection language plpgsql stable as $$
declare
  shown catalog_projection;
begin
  select p.creator_id, p.public_id, p.display_name, p.bio, p.avatar_url, p.published_at, p.topics, p.languages, p.channel_type, p.channels,
      p.entry_channels, p.channels_total, p.metrics, p.services, p.page_services, p.services_total, p.content, p.metrics_observation_id
    into shown.creator_id, shown.public_id, shown.display_name, shown.bio, shown.avatar_url, shown.published_at, shown.topics, shown.languages,
      shown.channel_type, shown.channels, shown.entry_channels, shown.channels_total, shown.metrics, shown.services, shown.page_services,
      shown.services_total, shown.content, shown.metrics_observation_id
    from catalog_projection p where p.creator_id = creator;
  return shown;
end $$;

-- When a refresh would say that the creator was last modified.
create function catalog_modified_now(shown catalog_projection, at timestamptz) returns timestamptz language sql stable as $$
  select coalesce((select case when known.content = shown.content then known.last_modified else greatest(at, known.last_modified) end
    from catalog_creators known where known.creator_id = shown.creator_id), at)
$$;

-- What a refresh of a creator would write now, or null.
create or replace function catalog_page_now(creator bigint, at timestamptz) returns text language plpgsql stable as $$
declare
  shown constant catalog_projection := catalog_shown_now(creator);
begin
  if shown.creator_id is null then return null; end if;
  return catalog_page(shown, catalog_modified_now(shown, at));
end $$;
create or replace function catalog_entry_now(creator bigint, at timestamptz) returns text language plpgsql stable as $$
declare
  shown constant catalog_projection := catalog_shown_now(creator);
begin
  if shown.creator_id is null then return null; end if;
  return catalog_entry(shown, catalog_modified_now(shown, at), shown.entry_channels, shown.services);
end $$;
