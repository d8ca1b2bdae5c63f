ALTER TABLE "places" ADD COLUMN "zone" smallint;--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "zone_half" text;