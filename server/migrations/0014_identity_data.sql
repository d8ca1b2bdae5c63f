-- Counts of tries are worth an hour at most: without a write-ahead log they cost less, and a crash begins them anew.
ALTER TABLE "rate_limits" SET UNLOGGED;--> statement-breakpoint
-- Links under way went to the address that the person had. One whose address is not confirmed is asked for anew.
UPDATE "password_resets" SET "email" = "users"."email" FROM "users" WHERE "users"."id" = "password_resets"."user_id";
