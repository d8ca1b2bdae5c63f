ALTER TABLE "company_members" ADD COLUMN "shows_email" boolean;--> statement-breakpoint
ALTER TABLE "journal" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "product_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "company_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "details" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_person_id_index" ON "journal" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "notifications_product_id_index" ON "notifications" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "notifications_company_id_index" ON "notifications" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "notifications_actor_id_index" ON "notifications" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "letters_person_id_index" ON "letters" USING btree ("person_id");