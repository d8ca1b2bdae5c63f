CREATE TABLE "deal_history" (
	"deal_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_id" uuid,
	"side" text,
	CONSTRAINT "deal_history_deal_id_state_pk" PRIMARY KEY("deal_id","state")
);
--> statement-breakpoint
CREATE TABLE "deal_lines" (
	"deal_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" integer,
	"plant_id" integer,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"price_kopecks" integer NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"unit" text,
	"note" text NOT NULL,
	"is_substitute" boolean NOT NULL,
	"total_kopecks" bigint NOT NULL,
	CONSTRAINT "deal_lines_deal_id_line_id_pk" PRIMARY KEY("deal_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"company_id" integer,
	"company_name" text NOT NULL,
	"quote_id" uuid,
	"state" text NOT NULL,
	"delivery_kopecks" integer,
	"unloading_kopecks" integer,
	"lines_count" integer NOT NULL,
	"lines_kopecks" bigint NOT NULL,
	"total_kopecks" bigint NOT NULL,
	"note" text NOT NULL,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deals_company_unique" UNIQUE("request_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "quote_lines" (
	"quote_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"variant_id" integer,
	"plant_id" integer,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"price_kopecks" integer NOT NULL,
	"quantity" numeric(12, 2) NOT NULL,
	"unit" text,
	"note" text NOT NULL,
	"is_substitute" boolean NOT NULL,
	"total_kopecks" bigint NOT NULL,
	CONSTRAINT "quote_lines_quote_id_line_id_pk" PRIMARY KEY("quote_id","line_id")
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"delivery_kopecks" integer,
	"unloading_kopecks" integer,
	"lines_count" integer NOT NULL,
	"lines_kopecks" bigint NOT NULL,
	"total_kopecks" bigint NOT NULL,
	"note" text NOT NULL,
	"valid_until" date NOT NULL,
	"created_by_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quotes_revision_unique" UNIQUE("request_id","company_id","revision")
);
--> statement-breakpoint
CREATE TABLE "request_companies" (
	"request_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"last_revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "request_companies_request_id_company_id_pk" PRIMARY KEY("request_id","company_id")
);
--> statement-breakpoint
CREATE TABLE "request_lines" (
	"request_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"name" text NOT NULL,
	"quantity" numeric(12, 2),
	"unit" text,
	"wish" jsonb NOT NULL,
	"plant_id" integer,
	CONSTRAINT "request_lines_request_id_id_pk" PRIMARY KEY("request_id","id")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"buyer_id" uuid NOT NULL,
	"project_id" uuid,
	"project_name" text NOT NULL,
	"place_id" integer,
	"status" text DEFAULT 'sent' NOT NULL,
	"wanted_from" date,
	"wanted_to" date,
	"deadline" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"substitutes_allowed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "requests_closed" CHECK (("requests"."status" = 'sent') = ("requests"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"deal_id" uuid PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"rating" integer NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reply" text,
	"replied_at" timestamp with time zone,
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_replied" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null))
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "reviews_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "ratings_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "deal_id" uuid;--> statement-breakpoint
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_lines" ADD CONSTRAINT "deal_lines_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_lines" ADD CONSTRAINT "deal_lines_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_lines" ADD CONSTRAINT "quote_lines_line_fk" FOREIGN KEY ("request_id","line_id") REFERENCES "public"."request_lines"("request_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_asked_fk" FOREIGN KEY ("request_id","company_id") REFERENCES "public"."request_companies"("request_id","company_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_companies" ADD CONSTRAINT "request_companies_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_companies" ADD CONSTRAINT "request_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_lines" ADD CONSTRAINT "request_lines_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_lines" ADD CONSTRAINT "request_lines_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_history_by_id_index" ON "deal_history" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "deal_lines_plant_id_index" ON "deal_lines" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "deals_of_buyer" ON "deals" USING btree ("buyer_id","changed_at");--> statement-breakpoint
CREATE INDEX "deals_of_company" ON "deals" USING btree ("company_id","changed_at");--> statement-breakpoint
CREATE INDEX "deals_quote_id_index" ON "deals" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "quote_lines_request_id_line_id_index" ON "quote_lines" USING btree ("request_id","line_id");--> statement-breakpoint
CREATE INDEX "quote_lines_plant_id_index" ON "quote_lines" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "quotes_created_by_id_index" ON "quotes" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "request_companies_company_id_request_id_index" ON "request_companies" USING btree ("company_id","request_id");--> statement-breakpoint
CREATE INDEX "request_lines_plant_id_index" ON "request_lines" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "requests_of_buyer" ON "requests" USING btree ("buyer_id","id");--> statement-breakpoint
CREATE INDEX "requests_project_id_index" ON "requests" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "requests_place_id_index" ON "requests" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "reviews_of_company" ON "reviews" USING btree ("company_id","created_at","deal_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_request_id_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_request_id_index" ON "notifications" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "notifications_deal_id_index" ON "notifications" USING btree ("deal_id");--> statement-breakpoint
-- A quote that was sent never changes: the next one is another revision.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % never change', TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE ON quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE ON quote_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE ON request_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE ON deal_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION note_company_members();--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON reviews
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');
