import { type SQL, sql } from 'drizzle-orm/sql/sql';

/** A search means its first eight words, all of them. */
const mostTerms = 8;
/** A word is read as itself and the words that begin with it; one that nobody has, as those most like it. */
const mostCompletions = 48;
const mostHandles = 16;
const mostAlike = 8;
/** Completions are looked for among so many words, so that a short beginning costs no more than a long one. */
const mostLookedAt = 2_000;

/** The CTE `terms`: one row for each word of the search, with the words that it is read as. */
export const searchTerms = (q: string): SQL => sql`terms as materialized (
  select t.term, case when known.words = '{}' then words_alike(t.term, ${mostAlike}) else known.words end as words
  from (select term, min(n) as n from unnest(words_of(${q})) with ordinality as w(term, n) group by term order by 2 limit ${sql.raw(String(mostTerms))}) t
  cross join lateral (select array(
    select word from catalog_words where word = t.term
    union select word from (
      select word from (select word from catalog_words where is_spoken and ${begins} limit ${sql.raw(String(mostLookedAt))}) w
      order by length(word), word limit ${sql.raw(String(mostCompletions))}) spoken
    union select word from (select word from catalog_words where ${begins} order by word limit ${sql.raw(String(mostHandles))}) any_word
  ) as words offset 0) known)`;

const begins = sql`length(t.term) > 1 and word >= t.term and word < t.term || chr(1114111)`;

const names = sql`c.names`;
const anywhere = sql`(c.names || c.words)`;

/** Null, so no, for a search without a word. */
const everyTermIn = (words: SQL): SQL => sql`(select bool_and(${words} && terms.words) from terms)`;
const exactlyIn = (words: SQL): SQL => sql`${words} @> (select array_agg(term) from terms)`;

/** Does the creator `c` answer the search? */
export const matchesTerms: SQL = everyTermIn(anywhere);

/** How well the creator `c` answers it: its name or handle as written, the like of it, a topic or title as written, the like. */
export const tier: SQL = sql`case when ${exactlyIn(names)} then 0 when ${everyTermIn(names)} then 1
  when ${exactlyIn(anywhere)} then 2 when ${matchesTerms} then 3 end`;

/** Bits that every creator has whose words answer: of the terms that are read in one way only. */
export const termBits: SQL = sql`(select coalesce(bit_or(catalog_bits(words)), 0) from terms where cardinality(words) = 1)`;

/**
 * Rows of (lists, tier0, tier1, tier2, tier3, rank): for each term the lists that hold every creator who answers it, and
 * those of each tier. With one term, a tier leaves out what an earlier one has walked.
 */
export const termLists: SQL = sql`select catalog_list_names('{}', words, words), array['name=' || term],
  catalog_list_names('{}', rest, '{}'), case when is_only then array['word=' || term] else array['name=' || term, 'word=' || term] end,
  case when is_only then catalog_list_names('{}', '{}', rest) else catalog_list_names('{}', words, words) end, 0
  from (select term, words, is_only, case when is_only then array_remove(words, term) else words end as rest
    from terms cross join (select count(*) = 1 as is_only from terms) many) t`;
