CREATE TABLE "price_list_addresses" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"applies" text,
	CONSTRAINT "price_list_addresses_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "price_list_letters" (
	"list_id" uuid PRIMARY KEY NOT NULL,
	"is_answered" boolean NOT NULL,
	"applies_itself" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "received_letters" (
	"company_id" integer NOT NULL,
	"key" text NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "received_letters_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
ALTER TABLE "price_list_addresses" ADD CONSTRAINT "price_list_addresses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_list_letters" ADD CONSTRAINT "price_list_letters_list_id_price_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."price_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "received_letters" ADD CONSTRAINT "received_letters_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "received_letters_received_at_index" ON "received_letters" USING btree ("received_at");