CREATE TABLE "plant_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"plant_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "slug" text;--> statement-breakpoint
-- What inLatin makes of the Latin name; of a repeated one the later plants get their id behind it.
WITH spelled AS (
  SELECT id, nullif(trim(BOTH '-' FROM regexp_replace(
    regexp_replace(
      normalize(
        translate(
          replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(lower(
            latin_name), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ё', 'yo'), 'ж', 'zh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'),
            'щ', 'sch'), 'ю', 'yu'), 'я', 'ya'),
          'абвгдезийклмнопрстуфхыэłøđъь', 'abvgdeziyklmnoprstufhyelod'),
        NFKD),
      '[\u0300-\u036f''’ʼ]', '', 'g'),
    '[^a-z0-9]+', '-', 'g')), '') AS slug
  FROM "plants"
), numbered AS (
  SELECT id, coalesce(slug, 'rastenie') AS slug,
    row_number() OVER (PARTITION BY coalesce(slug, 'rastenie') ORDER BY id) AS number
  FROM spelled
)
UPDATE "plants" SET slug = numbered.slug || CASE WHEN number = 1 THEN '' ELSE '-' || numbered.id END
FROM numbered WHERE numbered.id = "plants".id;--> statement-breakpoint
INSERT INTO "plant_slugs" SELECT slug, id FROM "plants";--> statement-breakpoint
ALTER TABLE "plants" ALTER COLUMN "slug" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "category_id" integer;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "trade_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "zone" integer GENERATED ALWAYS AS ((facts ->> 'zone')::integer) STORED;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "light" text GENERATED ALWAYS AS (facts ->> 'light') STORED;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "autumn_colour" text GENERATED ALWAYS AS (facts ->> 'autumn') STORED;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "is_evergreen" boolean GENERATED ALWAYS AS (coalesce(facts ->> 'autumn' = 'evergreen', false)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "flowering_from" smallint;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "flowering_to" smallint;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "flowering_colour" text;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "soil" text;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "moisture" text;--> statement-breakpoint
ALTER TABLE "plants" ADD COLUMN "sources" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "plant_slugs" ADD CONSTRAINT "plant_slugs_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plant_slugs_plant_id_index" ON "plant_slugs" USING btree ("plant_id");--> statement-breakpoint
ALTER TABLE "plants" ADD CONSTRAINT "plants_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plants_category_id_index" ON "plants" USING btree ("category_id");--> statement-breakpoint
ALTER TABLE "plants" ADD CONSTRAINT "plants_slug_unique" UNIQUE("slug");--> statement-breakpoint
-- The loader says the main categories of the plants that are its own.
UPDATE "plants" SET category_id = (
  SELECT categories.id FROM "plant_categories" JOIN "categories" ON categories.id = plant_categories.category_id
  WHERE plant_categories.plant_id = "plants".id ORDER BY position, categories.id LIMIT 1
) WHERE seed_key IS NULL;
