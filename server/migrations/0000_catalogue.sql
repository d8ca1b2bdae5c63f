CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"email_confirmed_at" timestamp with time zone,
	"blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "categories_name_unique" UNIQUE("name"),
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "genera" (
	"id" serial PRIMARY KEY NOT NULL,
	"seed_key" text,
	"name" text NOT NULL,
	"latin_name" text NOT NULL,
	"family" text DEFAULT '' NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "genera_seedKey_unique" UNIQUE("seed_key"),
	CONSTRAINT "genera_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"id" serial PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"media_key" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" integer
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"species_id" integer,
	"created_by_id" uuid,
	"assigned_to_id" uuid,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"genus" text NOT NULL,
	"species" text NOT NULL,
	"latin_name" text DEFAULT '' NOT NULL,
	"synonyms" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price_kopecks" integer,
	"is_active" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"zone_id" integer,
	"zone" integer,
	"growth_pattern_id" integer,
	"place_of_cultivation_id" integer,
	"crown_shape_id" integer,
	"age_group_id" integer,
	"root_packaging_id" integer,
	"root_size" numeric(9, 2),
	"root_measure" text,
	"annual_growth" text DEFAULT '' NOT NULL,
	"landscape_use" text DEFAULT '' NOT NULL,
	"light_requirements" text DEFAULT '' NOT NULL,
	"foliage_colour" text DEFAULT '' NOT NULL,
	"height_from_mm" integer,
	"height_to_mm" integer,
	"height_measure" text DEFAULT 'SM' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"video_link" text DEFAULT '' NOT NULL,
	"drawn_media_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search_vector" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('russian', translate("products"."name", 'ёЁ', 'еЕ')), 'A')
        || setweight(to_tsvector('simple', "products"."name" || ' ' || "products"."latin_name" || ' ' || "products"."synonyms"), 'B')
        || to_tsvector('russian', translate("products"."description", 'ёЁ', 'еЕ'))) STORED,
	CONSTRAINT "products_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "species" (
	"id" serial PRIMARY KEY NOT NULL,
	"seed_key" text,
	"genus_id" integer NOT NULL,
	"name" text NOT NULL,
	"latin_name" text NOT NULL,
	"synonyms" text DEFAULT '' NOT NULL,
	"landscape_use" text DEFAULT '' NOT NULL,
	"facts" jsonb NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "species_seedKey_unique" UNIQUE("seed_key")
);
--> statement-breakpoint
CREATE TABLE "species_categories" (
	"species_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "species_categories_species_id_category_id_pk" PRIMARY KEY("species_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "companies" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"inn" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"phone" text NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"address" text NOT NULL,
	"country" text DEFAULT 'Россия' NOT NULL,
	"region_id" integer,
	"specific_id" integer,
	"delivery_id" integer,
	"stores_purchases" boolean DEFAULT false NOT NULL,
	"unloads" boolean DEFAULT false NOT NULL,
	"creator_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lookups" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"seed_key" text,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "content_version" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loaded_seeds" (
	"name" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "media" (
	"key" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_media_key_media_key_fk" FOREIGN KEY ("media_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_slugs" ADD CONSTRAINT "product_slugs_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_species_id_species_id_fk" FOREIGN KEY ("species_id") REFERENCES "public"."species"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_assigned_to_id_users_id_fk" FOREIGN KEY ("assigned_to_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_zone_id_lookups_id_fk" FOREIGN KEY ("zone_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_growth_pattern_id_lookups_id_fk" FOREIGN KEY ("growth_pattern_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_place_of_cultivation_id_lookups_id_fk" FOREIGN KEY ("place_of_cultivation_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_crown_shape_id_lookups_id_fk" FOREIGN KEY ("crown_shape_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_age_group_id_lookups_id_fk" FOREIGN KEY ("age_group_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_root_packaging_id_lookups_id_fk" FOREIGN KEY ("root_packaging_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_drawn_media_key_media_key_fk" FOREIGN KEY ("drawn_media_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "species" ADD CONSTRAINT "species_genus_id_genera_id_fk" FOREIGN KEY ("genus_id") REFERENCES "public"."genera"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "species_categories" ADD CONSTRAINT "species_categories_species_id_species_id_fk" FOREIGN KEY ("species_id") REFERENCES "public"."species"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "species_categories" ADD CONSTRAINT "species_categories_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_region_id_lookups_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_specific_id_lookups_id_fk" FOREIGN KEY ("specific_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_delivery_id_lookups_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_members" ADD CONSTRAINT "company_members_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "product_images_product_id_position_id_index" ON "product_images" USING btree ("product_id","position","id");--> statement-breakpoint
CREATE INDEX "product_images_media_key_index" ON "product_images" USING btree ("media_key");--> statement-breakpoint
CREATE INDEX "product_slugs_product_id_index" ON "product_slugs" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "products_published_at_id_index" ON "products" USING btree ("published_at","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_category_id_published_at_id_index" ON "products" USING btree ("category_id","published_at","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_cheapest" ON "products" USING btree ("category_id","price_kopecks","id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_dearest" ON "products" USING btree ("category_id","price_kopecks" desc nulls last,"id") WHERE "products"."is_active" = true;--> statement-breakpoint
CREATE INDEX "products_company_id_created_at_id_index" ON "products" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_species_id_index" ON "products" USING btree ("species_id");--> statement-breakpoint
CREATE INDEX "products_genus_index" ON "products" USING btree ("genus");--> statement-breakpoint
CREATE INDEX "products_search_vector_index" ON "products" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "products_name_trgm" ON "products" USING gin (("name" || ' ' || "latin_name" || ' ' || "synonyms") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "species_name_unique" ON "species" USING btree ("genus_id","name");--> statement-breakpoint
CREATE INDEX "species_categories_category_id_index" ON "species_categories" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "companies_creator_unique" ON "companies" USING btree ("creator_id");--> statement-breakpoint
CREATE INDEX "companies_region_id_index" ON "companies" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "company_members_company_id_joined_at_index" ON "company_members" USING btree ("company_id","joined_at");--> statement-breakpoint
CREATE UNIQUE INDEX "lookups_seed_key_unique" ON "lookups" USING btree ("kind","seed_key");--> statement-breakpoint
CREATE UNIQUE INDEX "lookups_name_unique" ON "lookups" USING btree ("kind","name");