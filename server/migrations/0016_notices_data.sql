-- Those who work in companies have been shown with their e-mails so far.
UPDATE company_members SET shows_email = true;--> statement-breakpoint
-- What is told of a deed was written in the deed's transaction: both have the same moment.
UPDATE notifications told SET actor_id = deed.user_id FROM post_likes deed
  WHERE told.type = 'post_like' AND deed.post_id = told.post_id AND deed.created_at = told.created_at
    AND deed.user_id <> told.recipient_id;--> statement-breakpoint
UPDATE notifications told SET actor_id = deed.author_id FROM comments deed
  WHERE told.type = 'post_comment' AND deed.post_id = told.post_id AND deed.created_at = told.created_at
    AND deed.author_id <> told.recipient_id;--> statement-breakpoint
UPDATE notifications told SET actor_id = deed.from_id FROM friendship_requests deed
  WHERE told.type = 'new_friendrequest' AND deed.to_id = told.recipient_id
    AND deed.created_at = told.created_at;--> statement-breakpoint
UPDATE notifications told SET actor_id = deed.friend_id FROM friendships deed
  WHERE told.type = 'accepted_friendrequest' AND deed.user_id = told.recipient_id
    AND deed.created_at = told.created_at;--> statement-breakpoint
-- Otherwise: the one person who did it and has the name that the sentence says, or has no name any more.
CREATE TEMPORARY TABLE deeds ON COMMIT DROP AS
  SELECT 'post_like' AS type, posts.author_id AS recipient_id, posts.id AS post_id, user_id AS actor_id,
      ' ставит «Нравится» вашей записи.' AS words FROM post_likes JOIN posts ON posts.id = post_id
  UNION SELECT 'post_comment', posts.author_id, posts.id, comments.author_id, ' комментирует вашу запись.'
    FROM comments JOIN posts ON posts.id = post_id
  UNION SELECT 'new_friendrequest', to_id, NULL, from_id, ' предлагает вам дружбу.' FROM friendship_requests
  UNION SELECT 'accepted_friendrequest', from_id, NULL, to_id, ' принимает вашу просьбу о дружбе.'
    FROM friendship_requests WHERE status = 'accepted'
  UNION SELECT 'rejected_friendrequest', from_id, NULL, to_id, ' отклоняет вашу просьбу о дружбе.'
    FROM friendship_requests WHERE status = 'rejected';--> statement-breakpoint
DELETE FROM deeds WHERE actor_id = recipient_id;--> statement-breakpoint
-- A like is told of once: whose is known already is not that of another sentence.
DELETE FROM deeds USING notifications told
  WHERE deeds.type = 'post_like' AND told.type = deeds.type AND told.post_id = deeds.post_id
    AND told.actor_id = deeds.actor_id;--> statement-breakpoint
UPDATE notifications told SET actor_id = known.ids[1] FROM (
  SELECT notifications.id, array_agg(DISTINCT users.id) AS ids, bool_and(users.deleted_at IS NOT NULL) AS are_gone
  FROM notifications
  JOIN deeds ON deeds.type = notifications.type AND deeds.recipient_id = notifications.recipient_id
    AND deeds.post_id IS NOT DISTINCT FROM notifications.post_id
  JOIN users ON users.id = deeds.actor_id AND users.name || deeds.words = notifications.body
  WHERE notifications.actor_id IS NULL
  GROUP BY notifications.id
) known WHERE told.id = known.id AND (cardinality(known.ids) = 1 OR known.are_gone);--> statement-breakpoint
-- Or the only person who ever did it, whatever their name is now.
UPDATE notifications told SET actor_id = known.ids[1] FROM (
  SELECT notifications.id, array_agg(DISTINCT deeds.actor_id) AS ids
  FROM notifications
  JOIN deeds ON deeds.type = notifications.type AND deeds.recipient_id = notifications.recipient_id
    AND deeds.post_id IS NOT DISTINCT FROM notifications.post_id
  WHERE notifications.actor_id IS NULL
  GROUP BY notifications.id
) known WHERE told.id = known.id AND cardinality(known.ids) = 1;--> statement-breakpoint
-- Moderators' decisions stand in the journal, with the same moment and the whole reason.
UPDATE notifications told SET
    actor_id = journal.staff_id,
    details = CASE WHEN told.type = 'post_restored' THEN '' ELSE journal.reason END,
    product_id = (SELECT id FROM products WHERE journal.subject = 'product' AND id::text = journal.subject_id)
  FROM journal
  WHERE journal.created_at = told.created_at
    AND (told.type, journal.subject, journal.action) IN (
      ('product_published', 'product', 'publish'), ('product_returned', 'product', 'return'),
      ('product_hidden', 'product', 'hide'), ('post_hidden', 'post', 'hide'),
      ('post_restored', 'post', 'restore'), ('post_deleted', 'post', 'delete'))
    AND (told.post_id IS NULL OR journal.subject_id = told.post_id::text);--> statement-breakpoint
UPDATE notifications SET details = coalesce(
    substring(body FROM CASE WHEN post_id IS NULL AND type <> 'post_deleted'
      THEN '» (?:вернули на доработку|сняли с публикации): (.*)$' ELSE '^Модератор [^.]*[.] Причина: (.*)$' END), '')
  WHERE details = '' AND type IN ('product_returned', 'product_hidden', 'post_hidden', 'post_deleted');--> statement-breakpoint
UPDATE notifications told SET product_id = known.ids[1] FROM (
  SELECT notifications.id, array_agg(products.id) AS ids
  FROM notifications
  JOIN company_members ON company_members.user_id = notifications.recipient_id
  JOIN products ON products.company_id = company_members.company_id
    AND starts_with(notifications.body, 'Растение «' || products.name || '» ')
  WHERE notifications.product_id IS NULL
    AND notifications.type IN ('product_published', 'product_returned', 'product_hidden')
  GROUP BY notifications.id
) known WHERE told.id = known.id AND cardinality(known.ids) = 1;--> statement-breakpoint
UPDATE notifications SET type = 'company_handed_over'
  WHERE type = 'added_to_company' AND starts_with(body, 'Создатель компании ');--> statement-breakpoint
-- A company is told by the moment in which the person joined it, or by its name, which never changes, where it is the only
-- one of that name.
UPDATE notifications told SET company_id = member.company_id FROM company_members member
  WHERE told.type = 'added_to_company' AND member.user_id = told.recipient_id
    AND member.joined_at = told.created_at;--> statement-breakpoint
UPDATE notifications told SET company_id = known.ids[1] FROM (
  SELECT notifications.id, array_agg(companies.id) AS ids
  FROM notifications
  JOIN companies ON starts_with(notifications.body,
    CASE type WHEN 'added_to_company' THEN 'Вас добавили в компанию ' ELSE 'Создатель компании ' END
    || CASE WHEN companies.name LIKE '%«%' THEN companies.name ELSE '«' || companies.name || '»' END
    || CASE type WHEN 'added_to_company' THEN '. Теперь ' ELSE ' удалил ' END)
  WHERE notifications.company_id IS NULL AND notifications.type IN ('added_to_company', 'company_handed_over')
  GROUP BY notifications.id
) known WHERE told.id = known.id AND cardinality(known.ids) = 1;--> statement-breakpoint
-- Its creator added them, while that is still the one who has made it.
UPDATE notifications told SET actor_id = companies.creator_id FROM companies
  JOIN company_members maker ON maker.user_id = companies.creator_id AND maker.joined_at = companies.created_at
  WHERE told.type = 'added_to_company' AND companies.id = told.company_id
    AND companies.creator_id <> told.recipient_id;--> statement-breakpoint
-- The journal keeps no names of people: who the subject is, or who wrote it, stands beside it.
UPDATE journal SET person_id = users.id, subject_name = '' FROM users
  WHERE journal.subject = 'person' AND journal.subject_id = users.id::text;--> statement-breakpoint
UPDATE journal SET person_id = posts.author_id FROM posts
  WHERE journal.subject = 'post' AND journal.subject_id = posts.id::text;--> statement-breakpoint
UPDATE journal SET person_id = told.recipient_id FROM journal deletion
  JOIN notifications told ON told.type = 'post_deleted' AND told.created_at = deletion.created_at
  WHERE journal.subject = 'post' AND journal.person_id IS NULL AND deletion.subject = 'post'
    AND deletion.action = 'delete' AND deletion.subject_id = journal.subject_id;--> statement-breakpoint
UPDATE journal SET subject_name = coalesce(
    (SELECT substr(subject_name, char_length(users.name) + 3) FROM users
      WHERE users.id = journal.person_id AND starts_with(subject_name, users.name || ': ')),
    regexp_replace(subject_name, '^.*?: ', ''))
  WHERE subject = 'post';--> statement-breakpoint
UPDATE letters SET person_id = users.id FROM users WHERE lower(letters.recipient) = lower(users.email);--> statement-breakpoint
UPDATE letters SET person_id = users.id FROM users
  WHERE letters.person_id IS NULL AND lower(letters.recipient) = lower(users.confirmed_email);--> statement-breakpoint
UPDATE letters SET person_id = confirmations.user_id FROM confirmations
  WHERE letters.person_id IS NULL AND lower(letters.recipient) = lower(confirmations.email);--> statement-breakpoint
-- A word that stands in no post any more may be somebody's name: it is not kept.
DELETE FROM post_words WHERE posts_count = 0;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_words_of_posts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  step integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
  INSERT INTO post_words AS kept (word, posts_count)
    SELECT word, step * count(*) FROM counted, unnest(tsvector_to_array(search_vector)) AS word
      WHERE is_visible AND NOT is_private GROUP BY word
    ON CONFLICT (word) DO UPDATE SET posts_count = kept.posts_count + excluded.posts_count;
  IF TG_OP = 'DELETE' THEN
    DELETE FROM post_words USING (SELECT DISTINCT unnest(tsvector_to_array(search_vector)) AS word FROM counted) said
      WHERE post_words.word = said.word AND posts_count = 0;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_words_of_changed_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Likes and comments change posts too, and no words.
  IF NOT EXISTS (
    SELECT FROM gone JOIN come USING (id)
      WHERE (gone.search_text, gone.is_visible, gone.is_private)
        IS DISTINCT FROM (come.search_text, come.is_visible, come.is_private)
  ) THEN
    RETURN NULL;
  END IF;
  INSERT INTO post_words AS kept (word, posts_count)
    SELECT word, sum(step) FROM (
      SELECT unnest(tsvector_to_array(search_vector)) AS word, -1 AS step FROM gone WHERE is_visible AND NOT is_private
      UNION ALL
      SELECT unnest(tsvector_to_array(search_vector)), 1 FROM come WHERE is_visible AND NOT is_private
    ) steps GROUP BY word HAVING sum(step) <> 0
    ON CONFLICT (word) DO UPDATE SET posts_count = kept.posts_count + excluded.posts_count;
  DELETE FROM post_words USING (SELECT DISTINCT unnest(tsvector_to_array(search_vector)) AS word FROM gone) said
    WHERE post_words.word = said.word AND posts_count = 0;
  RETURN NULL;
END
$$;--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "body";
