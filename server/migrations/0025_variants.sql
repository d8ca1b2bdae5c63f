CREATE TABLE "variants" (
	"id" serial PRIMARY KEY NOT NULL,
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
	-- Checked after the statement, so that one may exchange two article numbers.
	CONSTRAINT "variants_sku_unique" UNIQUE("company_id","sku") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "variants_sku_stated" CHECK ("variants"."sku" <> '')
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_is_from" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "variants_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_sold_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sizes" text;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "variants_product_id_position_id_index" ON "variants" USING btree ("product_id","position","id");--> statement-breakpoint
-- What was said of a product is said of its one size.
INSERT INTO variants (product_id, company_id, position, height_from_mm, height_to_mm, root, root_size, price_kopecks, confirmed_at)
SELECT p.id, p.company_id, 0, p.height_from_mm, p.height_to_mm, packing.root,
  CASE WHEN packing.measure = coalesce(p.root_measure, packing.measure) THEN p.root_size END, p.price_kopecks, p.updated_at
FROM products p
LEFT JOIN lookups l ON l.id = p.root_packaging_id
LEFT JOIN (VALUES
  ('bare', 'bare_root', NULL), ('container', 'container', 'LITR'), ('pot', 'pot', 'SM'), ('cassette', 'tray', 'PIECE'),
  ('root-ball', 'ball', 'SM'), ('wired-ball', 'wire_ball', 'SM')
) AS packing (seed_key, root, measure) ON packing.seed_key = l.seed_key
ORDER BY p.id;--> statement-breakpoint
-- The demonstration set, whose people have addresses under .example, tells the other sizes in known sentences.
WITH told AS (
  SELECT v.id,
    coalesce(
      regexp_match(p.description, '(?:[Оо]бхвате?(?: ствола| на метре)?|Калибр|Ствол) (\d+)–(\d+)'),
      regexp_match(p.description, '(?:^|[.!] )(\d+)–(\d+), \dxv')) AS girth,
    regexp_match(p.description, 'ширина (\d+)–(\d+) см') AS spread,
    regexp_match(p.description, '(?:Штамб|Привит на(?: высоте)?) (\d+)') AS stem,
    lower((regexp_match(p.description, '(два|три|четыре|пять|шесть|семь) ствол', 'i'))[1]) AS stems,
    (regexp_match(p.description, '(\d)xv'))[1] AS xv,
    (regexp_match(p.description, '[Пп]ересадок (одна|две|три|четыре|пять)'))[1] AS moves,
    (regexp_match(p.description, 'пересаж(?:ивали|ен) (один раз|дважды|трижды|четыре раза|пять раз)'))[1] AS times
  FROM variants v
  JOIN products p ON p.id = v.product_id
  JOIN companies c ON c.id = p.company_id
  JOIN users u ON u.id = c.creator_id AND u.email LIKE '%.example'
)
UPDATE variants v SET
  girth_from_mm = girth[1]::int * 10,
  girth_to_mm = girth[2]::int * 10,
  spread_from_mm = spread[1]::int * 10,
  spread_to_mm = spread[2]::int * 10,
  stem_height_mm = stem[1]::int * 10,
  stems = array_position(ARRAY['один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь'], stems_word),
  transplants = coalesce(
    xv::int,
    array_position(ARRAY['одна', 'две', 'три', 'четыре', 'пять'], moves),
    array_position(ARRAY['один раз', 'дважды', 'трижды', 'четыре раза', 'пять раз'], times)),
  form = CASE WHEN stem IS NOT NULL THEN 'standard' WHEN stems_word IS NOT NULL THEN 'multistem' END
FROM (SELECT id, girth, spread, stem, stems AS stems_word, xv, moves, times FROM told) t
WHERE t.id = v.id;--> statement-breakpoint
CREATE TRIGGER note_inserted AFTER INSERT ON variants
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_updated AFTER UPDATE ON variants
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_deleted AFTER DELETE ON variants
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON variants
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');
