-- Whoever is signed in has signed in before: their next sign-in is told of, unless it is from a device known by then.
UPDATE "users" SET "first_sign_in_at" = "first"."at"
FROM (SELECT "user_id", min("created_at") AS "at" FROM "refresh_tokens" GROUP BY "user_id") AS "first"
WHERE "users"."id" = "first"."user_id";
