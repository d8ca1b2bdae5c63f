CREATE UNLOGGED TABLE "counted_today" (
	"day" date NOT NULL,
	"visitor" text NOT NULL,
	"product_id" integer NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "counted_today_day_visitor_product_id_kind_pk" PRIMARY KEY("day","visitor","product_id","kind")
);
--> statement-breakpoint
CREATE TABLE "product_counts" (
	"product_id" integer NOT NULL,
	"week" date NOT NULL,
	"kind" text NOT NULL,
	"company_id" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "product_counts_product_id_week_kind_pk" PRIMARY KEY("product_id","week","kind")
);
--> statement-breakpoint
ALTER TABLE "counted_today" ADD CONSTRAINT "counted_today_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_counts" ADD CONSTRAINT "product_counts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counted_today_product_id_index" ON "counted_today" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "product_counts_company_id_week_index" ON "product_counts" USING btree ("company_id","week");--> statement-breakpoint
CREATE INDEX "product_counts_week_index" ON "product_counts" USING btree ("week");