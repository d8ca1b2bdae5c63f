ALTER TABLE "notifications" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "is_latest" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "people_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
-- What was told before is grouped by the same rule (subjectOf in notifications.service.ts).
UPDATE "notifications" SET "subject" = grouped.subject, "is_latest" = grouped.is_latest, "people_count" = grouped.people_count
FROM (
  SELECT id, subject,
    row_number() OVER (PARTITION BY recipient_id, subject ORDER BY id DESC) = 1 AS is_latest,
    dense_rank() OVER (PARTITION BY recipient_id, subject ORDER BY actor_id)
      + dense_rank() OVER (PARTITION BY recipient_id, subject ORDER BY actor_id DESC) - 1 AS people_count
  FROM (
    SELECT id, recipient_id, actor_id, type || ':' || coalesce(post_id::text, product_id::text, company_id::text,
      CASE WHEN type LIKE '%_friendrequest' THEN actor_id::text END) AS subject
    FROM notifications
  ) told
  WHERE subject IS NOT NULL
) grouped
WHERE grouped.id = "notifications".id;--> statement-breakpoint
CREATE INDEX "notifications_latest" ON "notifications" USING btree ("recipient_id","id") WHERE "notifications"."is_latest";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_latest_of_subject" ON "notifications" USING btree ("recipient_id","subject") WHERE "notifications"."is_latest";--> statement-breakpoint
CREATE INDEX "notifications_unread_of_subject" ON "notifications" USING btree ("recipient_id","subject") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_recipient_id_subject_actor_id_index" ON "notifications" USING btree ("recipient_id","subject","actor_id");