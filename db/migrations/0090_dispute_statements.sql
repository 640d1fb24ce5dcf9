-- Statements of the two parties in a dispute: events of the history, whose files are uploads of the assignment without a result.
--
-- Locks: disputes for a moment, and private_uploads while its constraints are checked. To revert: delete the files of statements, drop the
-- trigger, the new columns and constraints, and restore private_uploads_one_purpose of 0088_portfolio_pictures.sql.

ALTER TABLE "private_uploads" DROP CONSTRAINT "private_uploads_one_purpose";
ALTER TABLE "disputes" ADD COLUMN "advertiser_statements" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "disputes" ADD COLUMN "creator_statements" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "private_uploads" ADD COLUMN "statement_seq" integer;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_statements" CHECK ("disputes"."advertiser_statements" >= 0 and "disputes"."creator_statements" >= 0);
ALTER TABLE "private_uploads" ADD CONSTRAINT "private_uploads_statement" CHECK ("private_uploads"."statement_seq" is null or ("private_uploads"."status" = 'VERIFIED' and "private_uploads"."assignment_id" is not null and "private_uploads"."deliverable_id" is null));
ALTER TABLE "private_uploads" ADD CONSTRAINT "private_uploads_one_purpose" CHECK ((num_nonnulls("private_uploads"."channel_id", "private_uploads"."assignment_id", "private_uploads"."stats_session_id", "private_uploads"."campaign_post_id", "private_uploads"."portfolio_creator_id") = 1) and ("private_uploads"."deliverable_id" is null or "private_uploads"."assignment_id" is not null));

grant update (statement_seq) on private_uploads to castline_service;
create trigger files_stay_in_statements before update of statement_seq on private_uploads for each row
  when (old.statement_seq is not null and is_service()) execute function refuse_update();
