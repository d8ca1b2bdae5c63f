DROP INDEX "price_list_rows_place";--> statement-breakpoint
ALTER TABLE "price_list_rows" ADD COLUMN "part" integer;--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "price_lists" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "price_list_rows" ADD CONSTRAINT "price_list_rows_place" UNIQUE NULLS NOT DISTINCT("list_id","sheet","row","part");--> statement-breakpoint
UPDATE "price_list_rows" SET "read" = "read" || '{"unread": []}', "shown" = "shown" || '{"unread": []}';--> statement-breakpoint
UPDATE "price_lists" SET "counts" = "counts" || '{"unread": 0}' WHERE "counts" IS NOT NULL;
