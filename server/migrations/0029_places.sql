CREATE TABLE "places" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"region_id" integer NOT NULL,
	"near" text DEFAULT '' NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"population" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "place_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_region_id_lookups_id_fk" FOREIGN KEY ("region_id") REFERENCES "public"."lookups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "places_region_id_index" ON "places" USING btree ("region_id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_point_whole" CHECK (("companies"."latitude" is null) = ("companies"."longitude" is null));--> statement-breakpoint
-- Written by hand: places count as changed together with the lookups.
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON places
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('lookups');--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON places
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');
