-- The calls of platforms whose work is done, and the single use of the link in the mail about an expired connection.
--
-- Locks: social_grants for the moment of the change. To revert: drop the table and the column.

CREATE TABLE "platform_events" (
	"platform" text NOT NULL,
	"message_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "platform_events_pkey" PRIMARY KEY("platform","message_id"),
	CONSTRAINT "platform_events_platform_check" CHECK ("platform_events"."platform" in ('TWITCH', 'KICK', 'YOUTUBE', 'TIKTOK', 'INSTAGRAM', 'X')),
	CONSTRAINT "platform_events_message_id_check" CHECK (length("platform_events"."message_id") <= 200)
);

ALTER TABLE "social_grants" ADD COLUMN "link_used_at" timestamp (3) with time zone;
CREATE INDEX "platform_events_age" ON "platform_events" USING btree ("at");
-- `api` answers with the state of a deletion. Only jobs record and delete calls.
grant select on platform_events to castline_service;
grant select, insert, delete on platform_events to castline_jobs;
