CREATE TABLE "company_plant_names" (
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"plant_id" integer,
	"said_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_plant_names_company_id_name_pk" PRIMARY KEY("company_id","name")
);
--> statement-breakpoint
CREATE TABLE "price_list_files" (
	"list_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_list_layouts" (
	"company_id" integer NOT NULL,
	"shape" text NOT NULL,
	"layout" jsonb NOT NULL,
	"said_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "price_list_layouts_company_id_shape_pk" PRIMARY KEY("company_id","shape")
);
--> statement-breakpoint
CREATE TABLE "price_list_rows" (
	"list_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sheet" text NOT NULL,
	"row" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text,
	"cells" jsonb NOT NULL,
	"read" jsonb NOT NULL,
	"correction" jsonb,
	"shown" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "price_list_rows_list_id_position_pk" PRIMARY KEY("list_id","position")
);
--> statement-breakpoint
CREATE TABLE "price_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" integer NOT NULL,
	"created_by_id" uuid,
	"file_name" text NOT NULL,
	"status" text DEFAULT 'reading' NOT NULL,
	"reading" integer DEFAULT 1 NOT NULL,
	"error" text,
	"asked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sheets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"counts" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"began_at" timestamp with time zone DEFAULT now() NOT NULL,
	"missing" text,
	"applied_by_id" uuid,
	"applied_at" timestamp with time zone,
	"post_id" uuid
);
--> statement-breakpoint
CREATE TABLE "bulk_undo" (
	"change_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"item_id" integer NOT NULL,
	"before" jsonb,
	"mark" text DEFAULT '' NOT NULL,
	CONSTRAINT "bulk_undo_change_id_kind_item_id_pk" PRIMARY KEY("change_id","kind","item_id")
);
--> statement-breakpoint
ALTER TABLE "company_plant_names" ADD CONSTRAINT "company_plant_names_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_plant_names" ADD CONSTRAINT "company_plant_names_plant_id_plants_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_files" ADD CONSTRAINT "price_list_files_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_layouts" ADD CONSTRAINT "price_list_layouts_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_rows" ADD CONSTRAINT "price_list_rows_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_applied_by_id_users_id_fk" FOREIGN KEY ("applied_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_undo" ADD CONSTRAINT "bulk_undo_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "company_plant_names_company_id_said_at_index" ON "company_plant_names" USING btree ("company_id","said_at");--> statement-breakpoint
CREATE INDEX "company_plant_names_plant_id_index" ON "company_plant_names" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "price_list_layouts_company_id_said_at_index" ON "price_list_layouts" USING btree ("company_id","said_at");--> statement-breakpoint
CREATE UNIQUE INDEX "price_list_rows_place" ON "price_list_rows" USING btree ("list_id","sheet","row");--> statement-breakpoint
CREATE INDEX "price_list_rows_list_id_state_position_index" ON "price_list_rows" USING btree ("list_id","state","position");--> statement-breakpoint
CREATE INDEX "price_list_rows_list_id_kind_position_index" ON "price_list_rows" USING btree ("list_id","kind","position");--> statement-breakpoint
CREATE INDEX "price_list_rows_list_id_sheet_position_index" ON "price_list_rows" USING btree ("list_id","sheet","position");--> statement-breakpoint
CREATE INDEX "price_lists_company_id_created_at_id_index" ON "price_lists" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "price_lists_created_by_id_index" ON "price_lists" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "price_lists_applied_by_id_index" ON "price_lists" USING btree ("applied_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_lists_applying" ON "price_lists" USING btree ("company_id") WHERE "price_lists"."status" = 'applying';--> statement-breakpoint
CREATE INDEX "price_lists_under_way" ON "price_lists" USING btree ("began_at") WHERE "price_lists"."status" in ('reading', 'applying');