CREATE TABLE "saved_plants" (
	"person_id" uuid NOT NULL,
	"plant_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_plants_person_id_plant_id_pk" PRIMARY KEY("person_id","plant_id")
);
--> statement-breakpoint
CREATE TABLE "saved_search_offers" (
	"saved_search_id" uuid NOT NULL,
	"variant_id" integer NOT NULL,
	"price_kopecks" integer,
	"was_kopecks" integer,
	"told_at" timestamp with time zone,
	CONSTRAINT "saved_search_offers_saved_search_id_variant_id_pk" PRIMARY KEY("saved_search_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"every" text NOT NULL,
	"product_id" integer,
	"plant_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"watched_since" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"watched_snapshot" "pg_snapshot" DEFAULT pg_current_snapshot() NOT NULL,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "variant_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"variant_id" integer NOT NULL,
	"before" jsonb,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"waits" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "saved_search_id" uuid;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "saved_plants" ADD CONSTRAINT "saved_plants_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_plants" ADD CONSTRAINT "saved_plants_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_offers" ADD CONSTRAINT "saved_search_offers_saved_search_id_saved_searches_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_search_offers" ADD CONSTRAINT "saved_search_offers_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variant_changes" ADD CONSTRAINT "variant_changes_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_plants_plant_id_index" ON "saved_plants" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "saved_search_offers_variant_id_index" ON "saved_search_offers" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "saved_search_offers_untold" ON "saved_search_offers" USING btree ("saved_search_id") WHERE "saved_search_offers"."told_at" is null;--> statement-breakpoint
CREATE INDEX "saved_searches_of_person" ON "saved_searches" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_product" ON "saved_searches" USING btree ("person_id","product_id") WHERE "saved_searches"."product_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_searches_plant" ON "saved_searches" USING btree ("person_id","plant_id") WHERE "saved_searches"."plant_id" is not null;--> statement-breakpoint
CREATE INDEX "saved_searches_product_id_index" ON "saved_searches" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "saved_searches_plant_id_index" ON "saved_searches" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "saved_searches_due" ON "saved_searches" USING btree ("due_at") WHERE "saved_searches"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "variant_changes_variant_id_index" ON "variant_changes" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "variant_changes_new" ON "variant_changes" USING btree ("id") WHERE "variant_changes"."waits" = false;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_saved_search_id_saved_searches_id_fk" FOREIGN KEY ("saved_search_id") REFERENCES "public"."saved_searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_saved_search_id_index" ON "notifications" USING btree ("saved_search_id");--> statement-breakpoint

-- By hand from here on: what changes of the variants is written down for the saved searches, with the row as it was.
-- A confirmation, an article number or a note says nothing new; the time of confirmation is left out of the row, so
-- that before and after are equally fresh.
CREATE FUNCTION note_variant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO variant_changes (variant_id) SELECT id FROM new_rows ORDER BY id;
  ELSE
    INSERT INTO variant_changes (variant_id, before)
      SELECT o.id, to_jsonb(o) - ARRAY['confirmed_at', 'sku', 'note', 'position']
      FROM old_rows o JOIN new_rows n USING (id)
      WHERE (to_jsonb(o) - ARRAY['confirmed_at', 'sku', 'note', 'position', 'available_from', 'stems', 'transplants'])
        IS DISTINCT FROM
        (to_jsonb(n) - ARRAY['confirmed_at', 'sku', 'note', 'position', 'available_from', 'stems', 'transplants'])
      ORDER BY o.id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_variant_changes_inserted AFTER INSERT ON variants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_variant_changes();--> statement-breakpoint
CREATE TRIGGER note_variant_changes_updated AFTER UPDATE ON variants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_variant_changes();--> statement-breakpoint

-- Changes of a product that was not published are news when it is.
CREATE FUNCTION wake_variant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE variant_changes SET waits = false
  WHERE waits AND variant_id IN (
    SELECT v.id FROM variants v
    JOIN new_rows n ON n.id = v.product_id
    JOIN old_rows o ON o.id = n.id
    WHERE n.is_active AND NOT o.is_active);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER wake_variant_changes AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION wake_variant_changes();
