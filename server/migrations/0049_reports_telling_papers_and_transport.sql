CREATE TABLE "requisites" (
	"company_id" integer,
	"person_id" uuid,
	"full_name" text NOT NULL,
	"inn" text NOT NULL,
	"kpp" text NOT NULL,
	"ogrn" text NOT NULL,
	"legal_address" text NOT NULL,
	"bank_name" text NOT NULL,
	"bic" text NOT NULL,
	"account" text NOT NULL,
	"correspondent_account" text NOT NULL,
	"signatory" text NOT NULL,
	"vat_percent" integer,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "requisites_companyId_unique" UNIQUE("company_id"),
	CONSTRAINT "requisites_personId_unique" UNIQUE("person_id"),
	CONSTRAINT "requisites_of_one" CHECK (num_nonnulls("requisites"."company_id", "requisites"."person_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"part" text DEFAULT '' NOT NULL,
	"person_id" uuid,
	"company_id" integer,
	"reason" text NOT NULL,
	"rule" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"appeal_text" text DEFAULT '' NOT NULL,
	"appealed_at" timestamp with time zone,
	"appealed_by_id" uuid,
	"outcome" text,
	"answer" text DEFAULT '' NOT NULL,
	"judged_at" timestamp with time zone,
	"judged_by_id" uuid,
	CONSTRAINT "decisions_of_somebody" CHECK ("decisions"."person_id" is not null or "decisions"."company_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"person_id" uuid,
	"company_id" integer,
	"name" text NOT NULL,
	"evidence" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "project_remarks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_shares" (
	"key" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"markup_hundredths" integer NOT NULL,
	"hides_companies" boolean NOT NULL,
	"hides_prices" boolean NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"kinds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text NOT NULL,
	"digest" text NOT NULL,
	"last_digest_at" timestamp with time zone,
	"next_digest_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "tellings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text NOT NULL,
	"actor_id" uuid,
	"path" text NOT NULL,
	"email" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "paper_numbers" (
	"company_id" integer NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "paper_numbers_company_id_year_pk" PRIMARY KEY("company_id","year")
);
--> statement-breakpoint
CREATE TABLE "papers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" uuid NOT NULL,
	"company_id" integer,
	"kind" text NOT NULL,
	"delivery_id" uuid,
	"year" integer NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"pdf" "bytea",
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "papers_number_unique" UNIQUE("company_id","year","number"),
	CONSTRAINT "papers_content_unique" UNIQUE("deal_id","kind","content_hash")
);
--> statement-breakpoint
CREATE TABLE "site_vehicles" (
	"id" smallint PRIMARY KEY NOT NULL,
	"vehicles" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply_to_id" uuid;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "delivery_terms" jsonb;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "post_reports" ADD COLUMN "reason" text DEFAULT 'other' NOT NULL;--> statement-breakpoint
ALTER TABLE "post_reports" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_variants" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "bulk_variants" ADD COLUMN "volume_ml" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "volume_ml" integer;--> statement-breakpoint
ALTER TABLE "requisites" ADD CONSTRAINT "requisites_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requisites" ADD CONSTRAINT "requisites_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_appealed_by_id_users_id_fk" FOREIGN KEY ("appealed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_judged_by_id_users_id_fk" FOREIGN KEY ("judged_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_remarks" ADD CONSTRAINT "project_remarks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_remarks" ADD CONSTRAINT "project_remarks_line_id_project_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."project_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_shares" ADD CONSTRAINT "project_shares_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_refresh_tokens_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."refresh_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tellings" ADD CONSTRAINT "tellings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tellings" ADD CONSTRAINT "tellings_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_numbers" ADD CONSTRAINT "paper_numbers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "papers" ADD CONSTRAINT "papers_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decisions_person_id_id_index" ON "decisions" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "decisions_company_id_id_index" ON "decisions" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "decisions_staff_id_index" ON "decisions" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "decisions_appealed_by_id_index" ON "decisions" USING btree ("appealed_by_id");--> statement-breakpoint
CREATE INDEX "decisions_judged_by_id_index" ON "decisions" USING btree ("judged_by_id");--> statement-breakpoint
CREATE INDEX "decisions_appealed" ON "decisions" USING btree ("appealed_at","id") WHERE "decisions"."appealed_at" is not null and "decisions"."judged_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_of_reporter" ON "reports" USING btree ("kind","subject_id","reporter_id") WHERE "reports"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "reports_reporter_id_id_index" ON "reports" USING btree ("reporter_id","id");--> statement-breakpoint
CREATE INDEX "reports_person_id_index" ON "reports" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "reports_company_id_index" ON "reports" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "project_remarks_project_id_id_index" ON "project_remarks" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "project_remarks_line_id_index" ON "project_remarks" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "project_shares_project_id_created_at_index" ON "project_shares" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "digests_due" ON "notification_settings" USING btree ("next_digest_at") WHERE "notification_settings"."next_digest_at" is not null;--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_id_index" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_session_id_index" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "tellings_user_id_subject_index" ON "tellings" USING btree ("user_id","subject");--> statement-breakpoint
CREATE INDEX "tellings_actor_id_index" ON "tellings" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "tellings_waiting" ON "tellings" USING btree ("due_at") WHERE "tellings"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "papers_delivery_id_index" ON "papers" USING btree ("delivery_id");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_to_id_messages_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_reply_to_id_index" ON "messages" USING btree ("reply_to_id") WHERE "messages"."reply_to_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (to_tsvector('russian', translate("body", 'ёЁ', 'еЕ')));--> statement-breakpoint
CREATE INDEX "notifications_project_id_index" ON "notifications" USING btree ("project_id");--> statement-breakpoint

-- A paper that was issued never changes: its file is written once, and its company may be closed.
CREATE TRIGGER refuse_change BEFORE UPDATE ON papers FOR EACH ROW
  WHEN (old.pdf IS NOT NULL AND old.pdf IS DISTINCT FROM new.pdf
    OR (old.id, old.deal_id, old.kind, old.delivery_id, old.year, old.number, old.content, old.content_hash, old.issued_at)
      IS DISTINCT FROM (new.id, new.deal_id, new.kind, new.delivery_id, new.year, new.number, new.content, new.content_hash, new.issued_at))
  EXECUTE FUNCTION refuse_change();
