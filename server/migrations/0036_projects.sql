CREATE TABLE "project_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"name" text NOT NULL,
	"is_note" boolean NOT NULL,
	"quantity" numeric(12, 2),
	"unit" text,
	"wish" jsonb NOT NULL,
	"plant_id" integer,
	"candidates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"chosen_variant_id" integer
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"region_id" integer,
	"zone" integer,
	"place_id" integer,
	"share_key" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "project_lines" ADD CONSTRAINT "project_lines_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_lines" ADD CONSTRAINT "project_lines_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_lines" ADD CONSTRAINT "project_lines_chosen_variant_id_variants_id_fk" FOREIGN KEY ("chosen_variant_id") REFERENCES "public"."variants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_region_id_lookups_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "project_lines_in_order" ON "project_lines" USING btree ("project_id","position");--> statement-breakpoint
CREATE INDEX "project_lines_plant_id_index" ON "project_lines" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "project_lines_chosen_variant_id_index" ON "project_lines" USING btree ("chosen_variant_id");--> statement-breakpoint
CREATE INDEX "projects_of_owner" ON "projects" USING btree ("owner_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "projects_share_key" ON "projects" USING btree ("share_key");--> statement-breakpoint
CREATE INDEX "projects_region_id_index" ON "projects" USING btree ("region_id");--> statement-breakpoint
CREATE INDEX "projects_place_id_index" ON "projects" USING btree ("place_id");