-- Short addresses of pages, such as /@name.
--
-- Locks: creators for a moment, because of the foreign key. To revert: drop the table.

CREATE TABLE "creator_addresses" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"creator_id" bigint NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "creator_addresses_name_check" CHECK ("creator_addresses"."name" ~ '^[a-z0-9-]{3,30}$')
);

ALTER TABLE "creator_addresses" ADD CONSTRAINT "creator_addresses_creator_id_creators_user_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."creators"("user_id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "creator_addresses_current" ON "creator_addresses" USING btree ("creator_id") WHERE "creator_addresses"."released_at" is null;
CREATE INDEX "creator_addresses_creator" ON "creator_addresses" USING btree ("creator_id");
grant select, insert, update on creator_addresses to castline_service;
grant select on creator_addresses to castline_guest;
