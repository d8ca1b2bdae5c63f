CREATE TABLE "post_words" (
	"word" text PRIMARY KEY NOT NULL,
	"posts_count" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO post_words (word, posts_count)
  SELECT word, ndoc FROM ts_stat('SELECT search_vector FROM posts WHERE is_visible AND NOT is_private');--> statement-breakpoint
-- Whoever counts here holds the row of feed_version until the transaction ends: its trigger comes before these by name.
-- So nobody waits for the words of another in a ring.
CREATE FUNCTION count_words_of_posts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO post_words AS kept (word, posts_count)
    SELECT word, step * count(*) FROM counted, unnest(tsvector_to_array(search_vector)) AS word
      WHERE is_visible AND NOT is_private GROUP BY word
    ON CONFLICT (word) DO UPDATE SET posts_count = kept.posts_count + excluded.posts_count;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_post_words_of_new AFTER INSERT ON posts REFERENCING NEW TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_words_of_posts();--> statement-breakpoint
CREATE TRIGGER count_post_words_of_gone AFTER DELETE ON posts REFERENCING OLD TABLE AS counted
  FOR EACH STATEMENT EXECUTE FUNCTION count_words_of_posts();--> statement-breakpoint
CREATE FUNCTION count_words_of_changed_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Likes and comments change posts too, and no words.
  IF NOT EXISTS (
    SELECT FROM gone JOIN come USING (id)
      WHERE (gone.search_text, gone.is_visible, gone.is_private)
        IS DISTINCT FROM (come.search_text, come.is_visible, come.is_private)
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO post_words AS kept (word, posts_count)
    SELECT word, sum(step) FROM (
      SELECT unnest(tsvector_to_array(search_vector)) AS word, -1 AS step FROM gone WHERE is_visible AND NOT is_private
      UNION ALL
      SELECT unnest(tsvector_to_array(search_vector)), 1 FROM come WHERE is_visible AND NOT is_private
    ) steps GROUP BY word HAVING sum(step) <> 0
    ON CONFLICT (word) DO UPDATE SET posts_count = kept.posts_count + excluded.posts_count;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER count_post_words_of_changed AFTER UPDATE ON posts REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION count_words_of_changed_posts();
