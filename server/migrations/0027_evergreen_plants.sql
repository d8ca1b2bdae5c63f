ALTER TABLE "plants" ALTER COLUMN "is_evergreen" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "plants" ALTER COLUMN "is_evergreen" SET DEFAULT false;
