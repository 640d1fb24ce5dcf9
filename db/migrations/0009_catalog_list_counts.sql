-- The number of creators in each list of the catalog, and the ETag of each entry.
--
-- Locks: catalog_creators until the commit, while Postgres writes all its rows again. To revert: drop the table and the column, and
-- restore catalog_write.

CREATE TABLE "catalog_list_counts" (
	"list" text COLLATE "C" NOT NULL,
	"shard" smallint NOT NULL,
	"creators" integer NOT NULL,
	CONSTRAINT "catalog_list_counts_list_shard_pk" PRIMARY KEY("list","shard"),
	CONSTRAINT "catalog_list_counts_creators_check" CHECK ("catalog_list_counts"."creators" >= 0)
);

ALTER TABLE "catalog_creators" ADD COLUMN "etag" text GENERATED ALWAYS AS (md5(entry)) STORED NOT NULL;
