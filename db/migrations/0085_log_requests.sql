-- The log of the changes and failed requests by API keys, which their owners read.
-- `api` writes a row after its answer. A job deletes rows of more than seven days ago, and those of deleted accounts.
--
-- Locks: none, the table is new. To revert: drop the table.

CREATE TABLE "api_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" bigint NOT NULL,
	"key_id" uuid NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"error_code" text,
	"duration_ms" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);

CREATE INDEX "api_requests_owner" ON "api_requests" USING btree ("owner_id","id");
CREATE INDEX "api_requests_owner_class" ON "api_requests" USING btree ("owner_id",("status" / 100),"id");
CREATE INDEX "api_requests_key" ON "api_requests" USING btree ("key_id","id");
CREATE INDEX "api_requests_key_class" ON "api_requests" USING btree ("key_id",("status" / 100),"id");
CREATE INDEX "api_requests_request" ON "api_requests" USING btree ("owner_id","request_id","id");
CREATE INDEX "api_requests_age" ON "api_requests" USING btree ("at");

grant select, insert on api_requests to castline_service;
grant select (id, owner_id, at), delete on api_requests to castline_jobs;
