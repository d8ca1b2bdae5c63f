CREATE UNLOGGED TABLE "content_changes" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"scope" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "content_changes_xid_scope_pk" PRIMARY KEY("xid","scope")
);
--> statement-breakpoint
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN SELECT tgrelid::regclass AS name FROM pg_trigger WHERE tgname = 'count_content_version' LOOP
    EXECUTE format('DROP TRIGGER count_content_version ON %s', counted.name);
  END LOOP;
END
$$;--> statement-breakpoint
DROP FUNCTION count_content_version();--> statement-breakpoint
DROP TABLE "content_version";--> statement-breakpoint

-- The whole of a small or seldom changed part is one scope, named with the trigger.
CREATE FUNCTION note_scopes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes (scope) SELECT unnest(TG_ARGV) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON lookups
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('lookups');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON plant_categories
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('plants');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('categories');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON genera
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('plants');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON plants
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('plants');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON articles
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('articles');--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON article_sections
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('articles');--> statement-breakpoint

CREATE FUNCTION note_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes (scope) VALUES ('person:' || NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
-- Companies and products show their people's names and addresses. Who is deleted is no member before.
CREATE TRIGGER note_changes AFTER UPDATE OF name, email, blocked_at ON users
  FOR EACH ROW EXECUTE FUNCTION note_person();--> statement-breakpoint

CREATE FUNCTION note_company_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes (scope)
    SELECT DISTINCT 'company:' || id FROM unnest(ARRAY[OLD.company_id, NEW.company_id]) AS id WHERE id IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON company_members
  FOR EACH ROW EXECUTE FUNCTION note_company_members();--> statement-breakpoint

CREATE FUNCTION note_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO content_changes (scope) VALUES ('companies'), ('company:' || coalesce(NEW.id, OLD.id))
    ON CONFLICT DO NOTHING;
  IF TG_OP <> 'UPDATE' OR OLD.region_id IS DISTINCT FROM NEW.region_id THEN
    INSERT INTO content_changes (scope) VALUES ('company-regions') ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_changes AFTER INSERT OR UPDATE OR DELETE ON companies
  FOR EACH ROW EXECUTE FUNCTION note_company();--> statement-breakpoint

-- Products change by the thousand: a statement notes the scopes of all its rows at once.
CREATE FUNCTION note_offered(category_id integer, genus text, company_id integer) RETURNS SETOF text
LANGUAGE sql IMMUTABLE ROWS 4 AS $$
  SELECT unnest(ARRAY['offers', 'offers:' || category_id, 'genus-offers:' || genus, 'company-offers:' || company_id])
$$;--> statement-breakpoint
CREATE FUNCTION note_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO content_changes (scope)
      SELECT DISTINCT note_offered(category_id, genus, company_id) FROM new_rows WHERE is_active
      ON CONFLICT DO NOTHING;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO content_changes (scope)
      SELECT 'product:' || id FROM old_rows
      UNION
      SELECT note_offered(category_id, genus, company_id) FROM old_rows WHERE is_active
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
      UNION
      SELECT unnest(ARRAY['offer-values', 'offer-values:' || n.category_id])
      FROM old_rows o JOIN new_rows n USING (id)
      WHERE n.is_active
        AND (o.price_kopecks, o.height_from_mm, o.height_to_mm, o.name, o.latin_name, o.synonyms, o.description)
          IS DISTINCT FROM
          (n.price_kopecks, n.height_from_mm, n.height_to_mm, n.name, n.latin_name, n.synonyms, n.description)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_inserted AFTER INSERT ON products
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products();--> statement-breakpoint
CREATE TRIGGER note_updated AFTER UPDATE ON products
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products();--> statement-breakpoint
CREATE TRIGGER note_deleted AFTER DELETE ON products
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_products();--> statement-breakpoint

CREATE FUNCTION note_product_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO content_changes (scope) SELECT DISTINCT 'product:' || product_id FROM new_rows WHERE product_id IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO content_changes (scope) SELECT DISTINCT 'product:' || product_id FROM old_rows WHERE product_id IS NOT NULL
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_inserted AFTER INSERT ON product_images
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_updated AFTER UPDATE ON product_images
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_deleted AFTER DELETE ON product_images
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_inserted AFTER INSERT ON product_slugs
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_updated AFTER UPDATE ON product_slugs
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint
CREATE TRIGGER note_deleted AFTER DELETE ON product_slugs
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_product_parts();--> statement-breakpoint

-- A table that is emptied at once: everything that was kept goes.
CREATE TRIGGER note_truncated AFTER TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON product_images
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON companies
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON lookups
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');--> statement-breakpoint
CREATE TRIGGER note_truncated AFTER TRUNCATE ON plants
  FOR EACH STATEMENT EXECUTE FUNCTION note_scopes('everything');
