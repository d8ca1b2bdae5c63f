CREATE TABLE "company_photos" (
	"id" serial PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"media_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "company_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"created_by_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_invitations_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "logo_key" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "cover_key" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "hours" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "delivery_area" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_photos" ADD CONSTRAINT "company_photos_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_photos" ADD CONSTRAINT "company_photos_media_key_media_key_fk" FOREIGN KEY ("media_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_slugs" ADD CONSTRAINT "company_slugs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_invitations" ADD CONSTRAINT "company_invitations_created_by_id_company_members_user_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."company_members"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_photos_company_id_id_index" ON "company_photos" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "company_photos_media_key_index" ON "company_photos" USING btree ("media_key");--> statement-breakpoint
CREATE INDEX "company_slugs_company_id_taken_at_index" ON "company_slugs" USING btree ("company_id","taken_at");--> statement-breakpoint
CREATE UNIQUE INDEX "company_invitations_once" ON "company_invitations" USING btree ("company_id",lower("email"));--> statement-breakpoint
CREATE INDEX "company_invitations_created_by_id_index" ON "company_invitations" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "company_invitations_created_at_index" ON "company_invitations" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_logo_key_media_key_fk" FOREIGN KEY ("logo_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_cover_key_media_key_fk" FOREIGN KEY ("cover_key") REFERENCES "public"."media"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_logo_key_index" ON "companies" USING btree ("logo_key");--> statement-breakpoint
CREATE INDEX "companies_cover_key_index" ON "companies" USING btree ("cover_key");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_slug_unique" UNIQUE("slug");--> statement-breakpoint
-- By hand from here on: a company's page shows its photos. Its slugs change with its row.
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON company_photos
  FOR EACH ROW EXECUTE FUNCTION note_company_members();--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON company_photos
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');
