-- Queue messages whose jobs failed at every attempt, so that staff sees them and can queue them again.
--
-- Locks: none. To revert: drop the table.

CREATE TABLE "dead_letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dead_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" text NOT NULL,
	"queue" text,
	"kind" text,
	"body" jsonb NOT NULL,
	"attempts" smallint,
	"at" timestamp (3) with time zone NOT NULL,
	"requeued_at" timestamp (3) with time zone,
	"requeued_by" bigint,
	CONSTRAINT "dead_letters_message_id_key" UNIQUE("message_id"),
	CONSTRAINT "dead_letters_requeued" CHECK (("dead_letters"."requeued_at" is null) = ("dead_letters"."requeued_by" is null))
);

CREATE INDEX "dead_letters_age" ON "dead_letters" USING btree ("at");
CREATE INDEX "dead_letters_waiting" ON "dead_letters" USING btree ("id") WHERE "dead_letters"."requeued_at" is null;

grant select, insert, delete on dead_letters to castline_jobs;
grant select on dead_letters to castline_service;
grant update (requeued_at, requeued_by) on dead_letters to castline_service;
grant usage, select on sequence dead_letters_id_seq to castline_jobs;
