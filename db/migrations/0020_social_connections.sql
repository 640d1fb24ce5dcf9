-- Connections of social accounts: grants with sealed tokens, and the consent to show others what is read under them.
--
-- Locks: shown_channels for the replacement of its text. To revert: drop the three tables after restoring the view of 0004_catalog.sql.

CREATE TABLE "account_consents" (
	"social_account_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	CONSTRAINT "account_consents_pkey" PRIMARY KEY("social_account_id","at","kind"),
	CONSTRAINT "account_consents_kind_check" CHECK ("account_consents"."kind" in ('GIVEN', 'WITHDRAWN'))
);

CREATE TABLE "oauth_states" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"platform" text NOT NULL,
	"sealed_verifier" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"return_to" text,
	"shares_metrics" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "oauth_states_browser_hash_check" CHECK (length("oauth_states"."browser_hash") = 32),
	CONSTRAINT "oauth_states_return_to_check" CHECK ("oauth_states"."return_to" like '/%' and length("oauth_states"."return_to") <= 2000),
	CONSTRAINT "oauth_states_state_hash_check" CHECK (length("oauth_states"."state_hash") = 32),
	CONSTRAINT "oauth_states_platform_check" CHECK ("oauth_states"."platform" in ('TWITCH', 'KICK', 'YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X'))
);

CREATE TABLE "social_grants" (
	"social_account_id" bigint PRIMARY KEY NOT NULL,
	"platform" text NOT NULL,
	"scopes" text[] NOT NULL,
	"status" text NOT NULL,
	"sealed_access" "bytea",
	"sealed_refresh" "bytea",
	"access_expires_at" timestamp (3) with time zone,
	"refresh_expires_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"connected_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"sharing_version" text,
	"shared_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "social_grants_platform_check" CHECK ("social_grants"."platform" in ('TWITCH', 'KICK', 'YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X')),
	CONSTRAINT "social_grants_status_check" CHECK ("social_grants"."status" in ('ACTIVE', 'EXPIRED', 'REVOKED')),
	CONSTRAINT "social_grants_active" CHECK (("social_grants"."status" = 'ACTIVE') <= ("social_grants"."sealed_access" is not null and "social_grants"."due_at" is not null)),
	CONSTRAINT "social_grants_revoked" CHECK ("social_grants"."status" <> 'REVOKED' or num_nonnulls("social_grants"."sealed_access", "social_grants"."sealed_refresh", "social_grants"."due_at") = 0),
	CONSTRAINT "social_grants_sharing" CHECK (("social_grants"."sharing_version" is null) = ("social_grants"."shared_at" is null))
);

ALTER TABLE "account_consents" ADD CONSTRAINT "account_consents_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "social_grants" ADD CONSTRAINT "social_grants_social_account_id_social_accounts_id_fk" FOREIGN KEY ("social_account_id") REFERENCES "public"."social_accounts"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "oauth_states_expiry" ON "oauth_states" USING btree ("expires_at");
CREATE INDEX "oauth_states_user" ON "oauth_states" USING btree ("user_id");
CREATE INDEX "social_grants_due" ON "social_grants" USING btree ("due_at") WHERE "social_grants"."due_at" is not null;

grant select, insert, update on social_grants to castline_service, castline_jobs;
grant select, insert, delete on oauth_states to castline_service;
grant select, delete on oauth_states to castline_jobs;
grant select, insert on account_consents to castline_service;
grant select on account_consents to castline_jobs;

-- As before, and an audience that was read under a grant is shown only while its owner consents.
create or replace view shown_channels as
select ch.id, ch.creator_id, ch.position, ch.platform, ch.handle, row_to_json(plain) as plain,
  case when audience.captured_at is null then row_to_json(claim)
    else (select row_to_json(j) from (select claim.*, (
      select row_to_json(a) from (select audience.source, iso(audience.captured_at) as "capturedAt",
        iso(audience.verified_at) as "verifiedAt", audience.period_days as "periodDays",
        (select coalesce(array_to_json(array_agg(row_to_json(g) order by g.share desc, g.country)), '[]')
          from jsonb_to_recordset(audience.geo) as g(country text, share numeric)) as geo,
        (select coalesce(array_to_json(array_agg(row_to_json(d) order by d.age, d.gender)), '[]')
          from jsonb_to_recordset(audience.demo) as d(age text, gender text, share numeric)) as demo) a) as audience) j)
  end as channel,
  array(select upper(g.country) from jsonb_to_recordset(audience.geo) as g(country text, share numeric)
    where g.share > 0) as countries,
  (select row_to_json(m) from (select
    (select row_to_json(j) from (select ch.canonical_url as "canonicalUrl", ch.handle, ch.platform) j) as channel,
    'AVERAGE_VIEWS' as kind, iso(sample.measured_at) as "measuredAt", sample.size as "sampleSize", sample.average as value) m) as metric
from channels ch
left join social_accounts account on account.id = ch.social_account_id
left join lateral (
  select * from audience_snapshots s where s.social_account_id = account.id and s.verified_at is not null
    and (s.source <> 'PLATFORM_API' or exists (select from social_grants g
      where g.social_account_id = s.social_account_id and g.status = 'ACTIVE' and g.shared_at is not null))
  order by s.captured_at desc, s.id desc limit 1
) audience on true
cross join lateral (select ch.platform, ch.handle, ch.canonical_url as "canonicalUrl") plain
cross join lateral (
  select plain.*, case when ch.kind = 'NATIVE' or ch.ownership = 'VERIFIED' then 'VERIFIED' else 'NONE' end as ownership
) claim
cross join lateral (
  select count(*)::int as size, round(avg(views))::bigint as average, min(measured_at) as measured_at
  from (select views, measured_at from channel_posts where channel_id = ch.id and is_public
        order by published_at desc, external_id desc limit 5) latest
  where views >= 0
) sample
where ch.status = 'ACTIVE' and (ch.kind = 'MANUAL'
  or (account.status = 'ACTIVE' and account.is_verified and account.owner_id = ch.creator_id)) and not is_hidden_claim(ch);
