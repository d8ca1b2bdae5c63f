CREATE TABLE "bulk_changes" (
	"change_id" uuid PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_preparations" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"change_id" uuid NOT NULL,
	"token" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_variants" (
	"change_id" uuid NOT NULL,
	"is_new" boolean NOT NULL,
	"id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"position" integer NOT NULL,
	"sku" text,
	"form" text,
	"height_from_mm" integer,
	"height_to_mm" integer,
	"spread_from_mm" integer,
	"spread_to_mm" integer,
	"girth_from_mm" integer,
	"girth_to_mm" integer,
	"stem_height_mm" integer,
	"stems" integer,
	"transplants" integer,
	"root" text,
	"root_size" numeric(9, 2),
	"price_kopecks" integer,
	"price_tiers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"stock" text DEFAULT 'in_stock' NOT NULL,
	"stock_quantity" integer,
	"stock_is_minimum" boolean DEFAULT false NOT NULL,
	"available_from" date,
	"note" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bulk_variants_change_id_id_pk" PRIMARY KEY("change_id","id")
);
--> statement-breakpoint
ALTER TABLE "variant_changes" DROP CONSTRAINT "variant_changes_variant_id_variants_id_fk";
--> statement-breakpoint
ALTER TABLE "variant_changes" ADD COLUMN "ahead_of" uuid;--> statement-breakpoint
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_preparations" ADD CONSTRAINT "bulk_preparations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_variants" ADD CONSTRAINT "bulk_variants_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint

-- By hand from here on. Half of each new page stays free for the next edition of a price list: a row that is replaced in
-- its page, at another price or stock, needs no new entry in any index.
ALTER TABLE "variants" SET (fillfactor = 50);--> statement-breakpoint

-- As before, but the columns are compared as they are, and only a row that is news is turned into JSON: that took most of
-- the time of applying a price list. A bulk change has recorded its own before.
CREATE OR REPLACE FUNCTION note_variant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('dendro.noted_ahead', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO variant_changes (variant_id) SELECT id FROM new_rows ORDER BY id;
  ELSE
    INSERT INTO variant_changes (variant_id, before)
      SELECT o.id, to_jsonb(o) - ARRAY['confirmed_at', 'sku', 'note', 'position']
      FROM old_rows o JOIN new_rows n USING (id)
      WHERE (o.product_id, o.company_id, o.form, o.height_from_mm, o.height_to_mm, o.spread_from_mm, o.spread_to_mm,
          o.girth_from_mm, o.girth_to_mm, o.stem_height_mm, o.root, o.root_size, o.price_kopecks, o.price_tiers, o.stock,
          o.stock_quantity, o.stock_is_minimum, o.held_quantity)
        IS DISTINCT FROM
        (n.product_id, n.company_id, n.form, n.height_from_mm, n.height_to_mm, n.spread_from_mm, n.spread_to_mm,
          n.girth_from_mm, n.girth_to_mm, n.stem_height_mm, n.root, n.root_size, n.price_kopecks, n.price_tiers, n.stock,
          n.stock_quantity, n.stock_is_minimum, n.held_quantity)
      ORDER BY o.id;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint

-- The same of what a bulk change is about to write.
CREATE FUNCTION note_bulk_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO variant_changes (variant_id, before, ahead_of)
    SELECT n.id, to_jsonb(o) - ARRAY['confirmed_at', 'sku', 'note', 'position'], n.change_id
    -- Row by row, for an estimate would have all variants read.
    FROM new_rows n LEFT JOIN LATERAL (SELECT * FROM variants v WHERE v.id = n.id OFFSET 0) o ON true
    WHERE n.is_new OR (o.product_id, o.company_id, o.form, o.height_from_mm, o.height_to_mm, o.spread_from_mm, o.spread_to_mm,
        o.girth_from_mm, o.girth_to_mm, o.stem_height_mm, o.root, o.root_size, o.price_kopecks, o.price_tiers, o.stock,
        o.stock_quantity, o.stock_is_minimum)
      IS DISTINCT FROM
      (n.product_id, n.company_id, n.form, n.height_from_mm, n.height_to_mm, n.spread_from_mm, n.spread_to_mm,
        n.girth_from_mm, n.girth_to_mm, n.stem_height_mm, n.root, n.root_size, n.price_kopecks, n.price_tiers, n.stock,
        n.stock_quantity, n.stock_is_minimum)
    ORDER BY n.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_bulk_variants AFTER INSERT ON bulk_variants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_bulk_variants();--> statement-breakpoint

-- No key refers to the variant: a bulk change records its new ones before they exist.
CREATE FUNCTION forget_variant_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM variant_changes WHERE variant_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER forget_variant_changes AFTER DELETE ON variants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_variant_changes();--> statement-breakpoint
-- What was recorded ahead of a change that is not made after all goes with what it was about to write.
CREATE FUNCTION forget_bulk_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM variant_changes c USING old_rows o
    WHERE c.variant_id = o.id AND c.ahead_of = o.change_id
      AND NOT EXISTS (SELECT FROM bulk_changes b WHERE b.change_id = o.change_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER forget_bulk_variants AFTER DELETE ON bulk_variants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_bulk_variants();
