-- The visits of the public pages of creators, by day.
--
-- Locks: creators for a moment, because of the foreign key. To revert: drop the table.

CREATE TABLE "page_visits" (
	"creator_id" bigint NOT NULL,
	"day" date NOT NULL,
	"visits" bigint NOT NULL,
	CONSTRAINT "page_visits_pkey" PRIMARY KEY("creator_id","day"),
	CONSTRAINT "page_visits_visits_check" CHECK ("page_visits"."visits" > 0)
);

ALTER TABLE "page_visits" ADD CONSTRAINT "page_visits_creator_id_creators_user_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("user_id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "page_visits_age" ON "page_visits" USING btree ("day");

grant select on page_visits to castline_service;
grant select, insert, update, delete on page_visits to castline_jobs;
