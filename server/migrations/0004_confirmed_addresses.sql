CREATE INDEX "products_drawn_media_key_index" ON "products" USING btree ("drawn_media_key");--> statement-breakpoint
CREATE INDEX "products_assigned_to_id_index" ON "products" USING btree ("assigned_to_id");--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "email_confirmed_at";