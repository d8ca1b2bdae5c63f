-- Everything that public answers are made of counts the version up; the caches of all processes compare it.
INSERT INTO content_version (id, version) VALUES (1, 1);--> statement-breakpoint
CREATE FUNCTION count_content_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE content_version SET version = version + 1 WHERE id = 1;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON lookups
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON genera
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON species
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON species_categories
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON companies
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON company_members
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_images
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
CREATE TRIGGER count_content_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_slugs
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();--> statement-breakpoint
-- Companies show their people's names and addresses.
CREATE TRIGGER count_content_version AFTER UPDATE OF name, email, blocked_at ON users
  FOR EACH STATEMENT EXECUTE FUNCTION count_content_version();
