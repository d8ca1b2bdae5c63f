ALTER TABLE "companies" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "verification_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_verified_inn_unique" ON "companies" USING btree ("inn") WHERE "companies"."verified_at" is not null;--> statement-breakpoint
CREATE INDEX "companies_inn_index" ON "companies" USING btree ("inn");