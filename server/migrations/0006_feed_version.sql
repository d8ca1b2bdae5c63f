CREATE TABLE "feed_version" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
INSERT INTO feed_version (id, version) VALUES (1, 1);--> statement-breakpoint
CREATE FUNCTION count_feed_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feed_version SET version = version + 1 WHERE id = 1;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_feed_version
  AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF is_visible, is_private, is_request, category_id, region_id, search_text, author_id ON posts
  FOR EACH STATEMENT EXECUTE FUNCTION count_feed_version();--> statement-breakpoint
CREATE TRIGGER count_feed_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON post_hashtags
  FOR EACH STATEMENT EXECUTE FUNCTION count_feed_version();--> statement-breakpoint
CREATE TRIGGER count_feed_version AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON friendships
  FOR EACH STATEMENT EXECUTE FUNCTION count_feed_version();
