CREATE TABLE "journal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_pictures" (
	"article_id" integer NOT NULL,
	"media_key" text NOT NULL,
	CONSTRAINT "article_pictures_article_id_media_key_pk" PRIMARY KEY("article_id","media_key")
);
--> statement-breakpoint
CREATE TABLE "article_sections" (
	"id" serial PRIMARY KEY NOT NULL,
	"article_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"media_key" text,
	"picture_alt" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" serial PRIMARY KEY NOT NULL,
	"seed_key" text,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"author_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "articles_seedKey_unique" UNIQUE("seed_key"),
	CONSTRAINT "articles_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
DROP INDEX "post_reports_created_at_index";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "block_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "genera" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "genera" ADD COLUMN "merged_into_id" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_approved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "products" SET "is_approved" = "is_active";--> statement-breakpoint
-- What was published stays so; the column is now told by two others, and its indexes go and come with it.
ALTER TABLE "products" DROP COLUMN "is_active";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_active" boolean GENERATED ALWAYS AS ("products"."is_approved" and not "products"."is_withheld") STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "products_published_at_id_index" ON "products" USING btree ("published_at","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_category_id_published_at_id_index" ON "products" USING btree ("category_id","published_at","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_cheapest" ON "products" USING btree ("category_id","price_kopecks","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_dearest" ON "products" USING btree ("category_id","price_kopecks" desc nulls last,"id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_filters" ON "products" USING btree ("category_id","zone","root_packaging_id","company_id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_all_cheapest" ON "products" USING btree ("price_kopecks","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_all_dearest" ON "products" USING btree ("price_kopecks" desc nulls last,"id") WHERE "products"."is_active" = true;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "review" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "review_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "species" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "species" ADD COLUMN "merged_into_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "blocked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "block_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lookups" ADD COLUMN "merged_into_id" integer;--> statement-breakpoint
ALTER TABLE "post_reports" ADD COLUMN "resolved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "hidden_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_pictures" ADD CONSTRAINT "article_pictures_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_pictures" ADD CONSTRAINT "article_pictures_media_key_media_key_fk" FOREIGN KEY ("media_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_sections" ADD CONSTRAINT "article_sections_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_sections" ADD CONSTRAINT "article_sections_media_key_media_key_fk" FOREIGN KEY ("media_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_subject_id_index" ON "journal" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "journal_subject_subject_id_id_index" ON "journal" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "journal_staff_id_index" ON "journal" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "article_pictures_media_key_index" ON "article_pictures" USING btree ("media_key");--> statement-breakpoint
CREATE UNIQUE INDEX "article_sections_slug_unique" ON "article_sections" USING btree ("article_id","slug");--> statement-breakpoint
CREATE INDEX "article_sections_article_id_position_index" ON "article_sections" USING btree ("article_id","position");--> statement-breakpoint
CREATE INDEX "article_sections_media_key_index" ON "article_sections" USING btree ("media_key");--> statement-breakpoint
CREATE INDEX "articles_published_at_id_index" ON "articles" USING btree ("published_at","id");--> statement-breakpoint
ALTER TABLE "genera" ADD CONSTRAINT "genera_merged_into_id_genera_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."genera"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "species" ADD CONSTRAINT "species_merged_into_id_species_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."species"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lookups" ADD CONSTRAINT "lookups_merged_into_id_lookups_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_unapproved" ON "products" USING btree ("created_at","id") WHERE not "products"."is_approved";--> statement-breakpoint
CREATE INDEX "post_reports_open" ON "post_reports" USING btree ("created_at","post_id") WHERE "post_reports"."resolved_at" is null;--> statement-breakpoint
-- Publications are public: what changes them outdates the answers kept.
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON article_sections
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();
