ALTER TABLE "species" RENAME TO "plants";--> statement-breakpoint
ALTER TABLE "species_categories" RENAME TO "plant_categories";--> statement-breakpoint
ALTER TABLE "journal" RENAME TO "audit_log";--> statement-breakpoint
ALTER TABLE "letters" RENAME TO "emails";--> statement-breakpoint
ALTER TABLE "products" RENAME COLUMN "species_id" TO "plant_id";--> statement-breakpoint
ALTER TABLE "products" RENAME COLUMN "is_withheld" TO "is_suspended";--> statement-breakpoint
ALTER TABLE "plant_categories" RENAME COLUMN "species_id" TO "plant_id";--> statement-breakpoint
ALTER INDEX "products_species_id_index" RENAME TO "products_plant_id_index";--> statement-breakpoint
ALTER TABLE "products" RENAME CONSTRAINT "products_species_id_species_id_fk" TO "products_plant_id_plants_id_fk";--> statement-breakpoint
ALTER INDEX "species_name_unique" RENAME TO "plants_name_unique";--> statement-breakpoint
ALTER TABLE "plants" RENAME CONSTRAINT "species_genus_id_genera_id_fk" TO "plants_genus_id_genera_id_fk";--> statement-breakpoint
ALTER TABLE "plants" RENAME CONSTRAINT "species_merged_into_id_species_id_fk" TO "plants_merged_into_id_plants_id_fk";--> statement-breakpoint
ALTER TABLE "plants" RENAME CONSTRAINT "species_seedKey_unique" TO "plants_seedKey_unique";--> statement-breakpoint
ALTER INDEX "species_categories_category_id_index" RENAME TO "plant_categories_category_id_index";--> statement-breakpoint
ALTER TABLE "plant_categories" RENAME CONSTRAINT "species_categories_species_id_species_id_fk" TO "plant_categories_plant_id_plants_id_fk";--> statement-breakpoint
ALTER TABLE "plant_categories" RENAME CONSTRAINT "species_categories_category_id_categories_id_fk" TO "plant_categories_category_id_categories_id_fk";--> statement-breakpoint
ALTER TABLE "plant_categories" RENAME CONSTRAINT "species_categories_species_id_category_id_pk" TO "plant_categories_plant_id_category_id_pk";--> statement-breakpoint
ALTER INDEX "journal_subject_id_index" RENAME TO "audit_log_subject_id_index";--> statement-breakpoint
ALTER INDEX "journal_subject_subject_id_id_index" RENAME TO "audit_log_subject_subject_id_id_index";--> statement-breakpoint
ALTER INDEX "journal_staff_id_index" RENAME TO "audit_log_staff_id_index";--> statement-breakpoint
ALTER INDEX "journal_person_id_index" RENAME TO "audit_log_person_id_index";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_staff_id_users_id_fk" TO "audit_log_staff_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_person_id_users_id_fk" TO "audit_log_person_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "letters_due_at_index" RENAME TO "emails_due_at_index";--> statement-breakpoint
ALTER INDEX "letters_person_id_index" RENAME TO "emails_person_id_index";--> statement-breakpoint
ALTER TABLE "plants" RENAME CONSTRAINT "species_pkey" TO "plants_pkey";--> statement-breakpoint
ALTER TABLE "emails" RENAME CONSTRAINT "letters_pkey" TO "emails_pkey";--> statement-breakpoint
ALTER TABLE "audit_log" RENAME CONSTRAINT "journal_pkey" TO "audit_log_pkey";--> statement-breakpoint
ALTER SEQUENCE "species_id_seq" RENAME TO "plants_id_seq";
