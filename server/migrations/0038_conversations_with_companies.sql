CREATE TABLE "message_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"size" integer NOT NULL,
	"type" text NOT NULL,
	"media_key" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "conversations_pair";--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_with_company" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "trade_kind" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "trade_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "opener_read_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "other_read_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_media_key_media_key_fk" FOREIGN KEY ("media_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_files_in_order" ON "message_files" USING btree ("message_id","position");--> statement-breakpoint
CREATE INDEX "message_files_media_key_index" ON "message_files" USING btree ("media_key");--> statement-breakpoint
ALTER TABLE "conversation_sides" ADD CONSTRAINT "conversation_sides_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_sides_company_id_user_id_index" ON "conversation_sides" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "conversations_company_id_index" ON "conversations" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_two_people" ON "conversations" USING btree (least("opened_by_id", "other_id"),greatest("opened_by_id", "other_id")) WHERE not "conversations"."is_with_company";--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_about_product" ON "conversations" USING btree ("opened_by_id","company_id","product_id") WHERE "conversations"."is_with_company";--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_about_trade" ON "conversations" USING btree ("trade_id","company_id","opened_by_id","trade_kind") WHERE "conversations"."is_with_company";--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_company" CHECK ("conversations"."is_with_company" or "conversations"."company_id" is null);--> statement-breakpoint
UPDATE "conversations" SET
	"opener_read_until" = (
		SELECT "m"."created_at" FROM "messages" "m"
		WHERE "m"."conversation_id" = "conversations"."id" AND "m"."author_id" <> "conversations"."opened_by_id"
		ORDER BY "m"."number" DESC
		OFFSET (SELECT "unread_count" FROM "conversation_sides" WHERE "conversation_id" = "conversations"."id" AND "user_id" = "conversations"."opened_by_id")
		LIMIT 1
	),
	"other_read_until" = (
		SELECT "m"."created_at" FROM "messages" "m"
		WHERE "m"."conversation_id" = "conversations"."id" AND "m"."author_id" <> "conversations"."other_id"
		ORDER BY "m"."number" DESC
		OFFSET (SELECT "unread_count" FROM "conversation_sides" WHERE "conversation_id" = "conversations"."id" AND "user_id" = "conversations"."other_id")
		LIMIT 1
	);
