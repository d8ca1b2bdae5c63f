ALTER TABLE "timed_jobs" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "timed_jobs" CASCADE;--> statement-breakpoint
DROP INDEX "emails_due_at_index";--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "emails" DROP COLUMN "last_error";