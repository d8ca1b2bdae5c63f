-- Lists of products ask the table of offers, so the indexes that filtered and ordered them by the products' own columns
-- go, and nothing is noted any more of prices, heights and texts apart from those of sizes. Sizes are noted for their
-- category too; and which packings there are is part of what is offered, as lists count it.
DROP INDEX "products_cheapest";--> statement-breakpoint
DROP INDEX "products_dearest";--> statement-breakpoint
DROP INDEX "products_filters";--> statement-breakpoint
DROP INDEX "products_all_cheapest";--> statement-breakpoint
DROP INDEX "products_all_dearest";--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_sizes(product_ids integer[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT unnest(ARRAY['sizes', 'category-sizes:' || p.category_id, 'company-sizes:' || p.company_id,
    'plant-sizes:' || p.plant_id, 'genus-sizes:' || plants.genus_id])
  FROM products p LEFT JOIN plants ON plants.id = p.plant_id
  WHERE p.id = ANY (product_ids) AND p.is_active
$$;--> statement-breakpoint
DROP FUNCTION note_sizes_of(integer, integer);--> statement-breakpoint
CREATE FUNCTION note_sizes_of(category_id integer, company_id integer, plant_id integer) RETURNS SETOF text LANGUAGE sql STABLE ROWS 5 AS $$
  SELECT unnest(ARRAY['sizes', 'category-sizes:' || category_id, 'company-sizes:' || company_id, 'plant-sizes:' || plant_id,
    'genus-sizes:' || (SELECT genus_id FROM plants WHERE id = plant_id)])
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Each by itself too: a product without any size is noted by nothing else.
    INSERT INTO content_changes (scope)
      SELECT 'product:' || id FROM new_rows WHERE is_active
      UNION
      SELECT note_offered(category_id, genus, company_id) FROM new_rows WHERE is_active
      ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO content_changes (scope)
      SELECT 'product:' || id FROM old_rows
      UNION
      SELECT note_offered(category_id, genus, company_id) FROM old_rows WHERE is_active
      ON CONFLICT DO NOTHING;
    -- Their variants go with them, and then name no product any more.
    INSERT INTO content_changes (scope)
      SELECT scope FROM (SELECT DISTINCT category_id, company_id, plant_id FROM old_rows WHERE is_active) o,
        LATERAL note_sizes_of(o.category_id, o.company_id, o.plant_id) AS scope
      WHERE scope IS NOT NULL
      ON CONFLICT DO NOTHING;
  ELSE
    INSERT INTO content_changes (scope)
      SELECT 'product:' || id FROM new_rows
      UNION
      SELECT note_offered(row.category_id, row.genus, row.company_id)
      FROM old_rows o JOIN new_rows n USING (id),
        LATERAL (VALUES (o.is_active, o.category_id, o.genus, o.company_id), (n.is_active, n.category_id, n.genus, n.company_id))
          AS row (is_active, category_id, genus, company_id)
      WHERE row.is_active
        AND (o.is_active, o.category_id, o.genus, o.company_id, o.published_at, o.created_at, o.zone, o.root_packaging_id)
          IS DISTINCT FROM
          (n.is_active, n.category_id, n.genus, n.company_id, n.published_at, n.created_at, n.zone, n.root_packaging_id)
      ON CONFLICT DO NOTHING;
    -- What variants are found and ordered by that stands with their products.
    INSERT INTO content_changes (scope)
      SELECT scope FROM (
        SELECT DISTINCT row.category_id, row.company_id, row.plant_id
        FROM old_rows o JOIN new_rows n USING (id),
          LATERAL (VALUES (o.is_active, o.category_id, o.company_id, o.plant_id), (n.is_active, n.category_id, n.company_id, n.plant_id))
            AS row (is_active, category_id, company_id, plant_id)
        WHERE row.is_active
          AND (o.is_active, o.category_id, o.plant_id, o.company_id, o.published_at, o.zone, o.name, o.latin_name, o.synonyms, o.description)
            IS DISTINCT FROM
            (n.is_active, n.category_id, n.plant_id, n.company_id, n.published_at, n.zone, n.name, n.latin_name, n.synonyms, n.description)
      ) changed, LATERAL note_sizes_of(changed.category_id, changed.company_id, changed.plant_id) AS scope
      WHERE scope IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Of photos, slugs and variants; the first and the last are also what offers are found by.
CREATE OR REPLACE FUNCTION note_product_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  product_ids integer[];
  repacked_ids integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(DISTINCT product_id) INTO product_ids FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(DISTINCT product_id) INTO product_ids FROM old_rows;
  ELSE
    SELECT array_agg(DISTINCT product_id) INTO product_ids
      FROM (SELECT product_id FROM new_rows UNION ALL SELECT product_id FROM old_rows) both_rows;
  END IF;
  INSERT INTO content_changes (scope) SELECT 'product:' || id FROM unnest(product_ids) AS id WHERE id IS NOT NULL
    ON CONFLICT DO NOTHING;
  IF TG_TABLE_NAME <> 'product_slugs' THEN
    INSERT INTO content_changes (scope)
      SELECT DISTINCT scope FROM note_sizes(product_ids) AS scope WHERE scope IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
  IF TG_TABLE_NAME = 'variants' THEN
    repacked_ids := product_ids;
    IF TG_OP = 'UPDATE' THEN
      SELECT array_agg(DISTINCT n.product_id) INTO repacked_ids
        FROM old_rows o JOIN new_rows n USING (id) WHERE o.root IS DISTINCT FROM n.root;
    END IF;
    INSERT INTO content_changes (scope)
      SELECT DISTINCT unnest(ARRAY['offers', 'offers:' || category_id]) FROM products
      WHERE id = ANY (repacked_ids) AND is_active
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
