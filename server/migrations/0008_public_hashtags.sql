ALTER TABLE "post_hashtags" ADD COLUMN "is_public" boolean DEFAULT true NOT NULL;--> statement-breakpoint
UPDATE post_hashtags SET is_public = false FROM posts
  WHERE posts.id = post_hashtags.post_id AND (posts.is_private OR NOT posts.is_visible);--> statement-breakpoint
DROP INDEX "post_hashtags_hashtag_id_created_at_post_id_index";--> statement-breakpoint
DROP INDEX "post_hashtags_created_at_index";--> statement-breakpoint
CREATE INDEX "post_hashtags_of_hashtag" ON "post_hashtags" USING btree ("hashtag_id","created_at","post_id","is_public");--> statement-breakpoint
CREATE INDEX "post_hashtags_newest" ON "post_hashtags" USING btree ("created_at","hashtag_id","is_public");--> statement-breakpoint
CREATE FUNCTION take_is_public_from_post() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_public := coalesce((SELECT is_visible AND NOT is_private FROM posts WHERE id = NEW.post_id), false);
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER take_is_public_from_post BEFORE INSERT ON post_hashtags
  FOR EACH ROW EXECUTE FUNCTION take_is_public_from_post();--> statement-breakpoint
CREATE FUNCTION give_is_public_to_hashtags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_hashtags SET is_public = NEW.is_visible AND NOT NEW.is_private WHERE post_id = NEW.id;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER give_is_public_to_hashtags AFTER UPDATE OF is_visible, is_private ON posts
  FOR EACH ROW WHEN (old.is_visible <> new.is_visible OR old.is_private <> new.is_private)
  EXECUTE FUNCTION give_is_public_to_hashtags();
