CREATE TABLE "stock_holds" (
	"deal_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"until" timestamp with time zone,
	CONSTRAINT "stock_holds_deal_id_line_id_pk" PRIMARY KEY("deal_id","line_id"),
	CONSTRAINT "stock_holds_some" CHECK ("stock_holds"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "hold_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "held_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Companies have as long as usual to confirm what was awarded before.
ALTER TABLE "deals" ADD COLUMN "confirm_by" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ALTER COLUMN "confirm_by" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_holds_variant_id_index" ON "stock_holds" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "deals_expiring" ON "deals" USING btree ("confirm_by") WHERE "deals"."state" = 'awarded';--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_hold_days" CHECK ("companies"."hold_days" between 1 and 30);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_held" CHECK ("variants"."held_quantity" >= 0);