-- The changes by staff: who changed which object, by which operation and request. A commit by staff writes its row.
--
-- Locks: none. To revert: drop the table.

CREATE TABLE "staff_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_id" bigint NOT NULL,
	"operation" text NOT NULL,
	"object" text NOT NULL,
	"request_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb NOT NULL
);

CREATE INDEX "staff_actions_actor" ON "staff_actions" USING btree ("actor_id","id");
CREATE INDEX "staff_actions_operation" ON "staff_actions" USING btree ("operation","id");
CREATE INDEX "staff_actions_object" ON "staff_actions" USING btree ("object","id");

create trigger append_only before update or delete or truncate on staff_actions
  for each statement execute function refuse_change();
grant select, insert on staff_actions to castline_service;
grant usage, select on sequence staff_actions_id_seq to castline_service;
