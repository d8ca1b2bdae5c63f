ALTER TABLE "companies" ADD COLUMN "minimum_order_kopecks" integer;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "product_id" integer;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "post_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_product_id_index" ON "comments" USING btree ("product_id");--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_postId_unique" UNIQUE("post_id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_minimum_order" CHECK ("companies"."minimum_order_kopecks" > 0);