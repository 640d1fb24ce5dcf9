-- A search of one rare Chinese character, which is outside of the basic plane, finds the texts of the catalog that have it among others.
--
-- Locks: none, it replaces a function. To revert: create search_lists as in 0105, and mark the same creators as due.

-- As in 0105, with the ideographs of the planes 2 and 3.
create or replace function search_lists(name_words text[], topic_words text[], bio text, title_words text[], prefixed_words text[]) returns text[] language sql stable as $$
  select array(
    select min(field) || ':' || stem(part) from (
      select 'a' as field, word from unnest(name_words) word
      union all select 'b', word from unnest(topic_words) word
      union all (select 'c', word from unnest(words_of(bio)) with ordinality as w(word, n) where n <= 400)
      union all (select 'd', word from unnest(title_words) with ordinality as w(word, n) group by word order by min(n) limit 300)
    ) fields cross join lateral (
      select word as part
      union all select one from string_to_table(case when octet_length(word) > length(word) then word end, null) one
        where one ~ '[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff]'
    ) parts group by stem(part)
    union select 'p:' || left(word, length) from unnest(prefixed_words) word, unnest(array[2, 3, 4, 6]) length where length(word) >= length)
$$;

-- Their words change. Their pages and entries stay the same.
select catalog_mark_due(array(select creator_id from catalog_pages where page ~ '[\U00020000-\U0003ffff]'), now(), false);
