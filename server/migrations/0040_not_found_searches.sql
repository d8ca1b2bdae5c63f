CREATE TABLE "not_found_searchers" (
	"search_id" integer NOT NULL,
	"person" text NOT NULL,
	CONSTRAINT "not_found_searchers_search_id_person_pk" PRIMARY KEY("search_id","person")
);
--> statement-breakpoint
CREATE TABLE "not_found_searches" (
	"id" serial PRIMARY KEY NOT NULL,
	"region_id" integer NOT NULL,
	"week" date NOT NULL,
	"plant_id" integer,
	"text" text NOT NULL,
	"people" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "not_found_searches_regionId_week_plantId_text_unique" UNIQUE NULLS NOT DISTINCT("region_id","week","plant_id","text")
);
--> statement-breakpoint
ALTER TABLE "not_found_searchers" ADD CONSTRAINT "not_found_searchers_search_id_not_found_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "public"."not_found_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_found_searches" ADD CONSTRAINT "not_found_searches_region_id_lookups_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "not_found_searches" ADD CONSTRAINT "not_found_searches_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "not_found_searches_plant_id_index" ON "not_found_searches" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "not_found_searches_week_index" ON "not_found_searches" USING btree ("week");