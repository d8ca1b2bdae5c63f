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
CREATE TABLE "claim_disputes" (
	"claim_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "claim_disputes_claim_id_number_pk" PRIMARY KEY("claim_id","number")
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"company_id" integer,
	"line_id" uuid NOT NULL,
	"delivery_id" uuid,
	"quantity" numeric(12, 2) NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer_kind" text,
	"answer_kopecks" integer,
	"answer_text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"handed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" uuid NOT NULL,
	"note" text NOT NULL,
	"received_at" timestamp with time zone,
	CONSTRAINT "deliveries_number_unique" UNIQUE("deal_id","number")
);
--> statement-breakpoint
CREATE TABLE "delivery_lines" (
	"delivery_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"received_quantity" numeric(12, 2),
	CONSTRAINT "delivery_lines_delivery_id_line_id_pk" PRIMARY KEY("delivery_id","line_id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "hold_days" integer DEFAULT 7 NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "held_quantity" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_documents" ADD COLUMN "claim_id" uuid;--> statement-breakpoint
-- Companies have as long as usual to confirm what was awarded before.
ALTER TABLE "deals" ADD COLUMN "confirm_by" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ALTER COLUMN "confirm_by" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "expiry_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "rest_given_up_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "rest_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_disputes" ADD CONSTRAINT "claim_disputes_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_lines" ADD CONSTRAINT "delivery_lines_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_holds_variant_id_index" ON "stock_holds" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "claims_of_deal" ON "claims" USING btree ("deal_id","created_at","id");--> statement-breakpoint
CREATE INDEX "claims_company_id_index" ON "claims" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "claims_delivery_id_index" ON "claims" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "deliveries_by_id_index" ON "deliveries" USING btree ("by_id");--> statement-breakpoint
ALTER TABLE "deal_documents" ADD CONSTRAINT "deal_documents_claim_id_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_documents_claim_id_index" ON "deal_documents" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "deals_expiring" ON "deals" USING btree ("confirm_by") WHERE "deals"."state" = 'awarded';--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_hold_days" CHECK ("companies"."hold_days" between 1 and 30);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_held" CHECK ("variants"."held_quantity" >= 0);--> statement-breakpoint
-- By hand from here on: what was handed over before was handed over at once.
INSERT INTO deliveries (id, deal_id, number, handed_at, by_id, note, received_at)
  SELECT gen_random_uuid(), d.id, 1, handed.at, coalesce(handed.by_id, d.buyer_id), '', received.at
  FROM deals d
  JOIN deal_history handed ON handed.deal_id = d.id AND handed.state = 'handed_over'
  LEFT JOIN deal_history received ON received.deal_id = d.id AND received.state = 'received';--> statement-breakpoint
INSERT INTO delivery_lines (delivery_id, line_id, quantity, received_quantity)
  SELECT v.id, l.line_id, l.quantity, CASE WHEN v.received_at IS NOT NULL THEN l.quantity END
  FROM deliveries v JOIN deal_lines l ON l.deal_id = v.deal_id;--> statement-breakpoint
-- A company's page shows how its deals went.
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON deals
  FOR EACH ROW EXECUTE FUNCTION note_company_members();--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON deals
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON claims
  FOR EACH ROW EXECUTE FUNCTION note_company_members();--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON claims
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');