ALTER INDEX "products_search_vector_index" SET (gin_pending_list_limit = 128);--> statement-breakpoint
ALTER INDEX "products_name_trgm" SET (gin_pending_list_limit = 128);
