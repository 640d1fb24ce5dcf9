-- The roles of the edge functions, the extensions, and the functions that the tables use.
--
-- Locks: none. To revert: drop the database.

-- One role for each edge function. The timeouts are shorter than the fetch timeout of the functions (8 s), so that a commit ends before
-- its caller stops waiting. random_page_cost suits flash storage: with the default of 4 the planner sorts whole lists instead of scanning
-- an index. Compiling a statement (jit) would take longer than running it.
do $$
declare
  edge_function text;
begin
  foreach edge_function in array array['castline_guest', 'castline_auth', 'castline_service', 'castline_jobs'] loop
    if not exists (select from pg_roles where rolname = edge_function) then
      execute format('create role %I nologin', edge_function);
    end if;
    execute format('alter role %I set statement_timeout = %L', edge_function, '5s');
    execute format('alter role %I set transaction_timeout = %L', edge_function, '7s');
    execute format('alter role %I set lock_timeout = %L', edge_function, '3s');
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', edge_function, '10s');
    execute format('alter role %I set timezone = %L', edge_function, 'UTC');
    execute format('alter role %I set random_page_cost = %L', edge_function, '1.1');
    execute format('alter role %I set jit = %L', edge_function, 'off');
    execute format('grant usage on schema public to %I', edge_function);
  end loop;
end $$;
revoke create on schema public from public;

-- The functions of the stored statements: those of `reads` change no rows.
create schema reads;
create schema changes;

do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Stemmers without stop words, because a creator may be called "The Who". Search drops stop words from queries.
create text search dictionary castline_english (template = snowball, language = english);

create text search dictionary castline_russian (template = snowball, language = russian);

-- Normalises the reference of a payment, so that each payment is booked once: without outer spaces and invisible characters, in lower
-- case, in Unicode form NFKC.
create function payment_reference(typed text) returns text language sql immutable as $$
  select lower(regexp_replace(regexp_replace(normalize(typed, nfkc), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'), '^\s+|\s+$', '', 'g'))
$$;

-- Checks [{quantity, discountBps}]. Each quantity is 1, 5 or 10 and appears once. Quantity 1 has no discount; others have at most 90 %.
create function are_package_options(options jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(options) = 'array' and jsonb_array_length(options) > 0
    and (select bool_and(o.quantity in (1, 5, 10) and o."discountBps" between 0 and 9000
           and (o.quantity > 1 or o."discountBps" = 0)) and count(distinct o.quantity) = count(*)
         from jsonb_to_recordset(options) as o(quantity int, "discountBps" int)) is true
$$;

-- The number of the span of so many days, counted from 1970, that contains the time. Sums of the analytics have it as their key. It
-- subtracts, because date_part of a time is not immutable, and Postgres would not inline the function.
create function analytics_span(at timestamptz, days int) returns int language sql immutable as $$
  select floor(date_part('epoch', at - to_timestamp(0)) / (86400.0::float8 * days))::int
$$;
