import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** A person with the same number of friends, posts and messages in databases of any size. */
export const viewer = {
  email: 'viewer@bench.test',
  friends: 200,
  conversations: 150,
  messages: 12,
  requests: 30,
  notifications: 120,
}

/** `viewer_people`: the other people by number from 1, distributed over all sign-up times. */
async function chooseOthers(tx: Tx): Promise<void> {
  const count = viewer.friends + viewer.requests
  await tx.execute(sql`
    create temp table viewer_people on commit drop as
    select (row_number() over (order by place))::int as number, id
    from (
      select id, row_number() over (order by id) as place, count(*) over () as people
      from users where email like 'person%@bench.test' and blocked_at is null
    ) person
    where place * ${count}::int / people <> (place - 1) * ${count}::int / people`)
}

/** Adds the viewer to a database filled with people and posts. */
export async function generateViewer(db: Db): Promise<void> {
  const { email, friends, conversations, messages, notifications } = viewer
  await db.transaction(async tx => {
    await chooseOthers(tx)
    await tx.execute(sql`
      insert into users (id, email, name, confirmed_email, friends_count)
      values (gen_random_uuid(), ${email}, 'Аглая Ровная', ${email}, ${friends})`)
    const me = sql`(select id from users where email = ${email})`
    const isFriend = sql`number <= ${friends}::int`
    await tx.execute(sql`
      insert into friendships (user_id, friend_id, created_at)
      select ${me}, id, now() - number * interval '1 day' from viewer_people where ${isFriend}
      union all
      select id, ${me}, now() - number * interval '1 day' from viewer_people where ${isFriend}`)
    await tx.execute(sql`
      update users set friends_count = friends_count + 1 where id in (select id from viewer_people where ${isFriend})`)
    await tx.execute(sql`
      insert into friendship_requests (id, from_id, to_id)
      select gen_random_uuid(), id, ${me} from viewer_people where not ${isFriend}`)
    await tx.execute(sql`
      create temp table viewer_conversations on commit drop as
      select gen_random_uuid() as id, id as friend_id, number, now() - number * interval '1 hour' as modified_at
      from viewer_people where number <= ${conversations}::int`)
    await tx.execute(sql`
      insert into conversations (id, opened_by_id, other_id) select id, friend_id, ${me} from viewer_conversations`)
    await tx.execute(sql`
      insert into conversation_sides (conversation_id, user_id, unread_count, modified_at)
      select id, friend_id, 0, modified_at from viewer_conversations
      union all
      select id, ${me}, number % 3, modified_at from viewer_conversations`)
    await tx.execute(sql`
      insert into messages (id, conversation_id, author_id, body, number, created_at)
      select gen_random_uuid(), id, case place % 2 when 0 then friend_id else ${me} end,
        'Привезём в четверг, ком и побеги проверили.', place, modified_at - (${messages} - place) * interval '1 minute'
      from viewer_conversations cross join lateral generate_series(1, ${messages}::int) as place`)
    await tx.execute(sql`
      insert into notifications (id, recipient_id, type, post_id)
      select gen_random_uuid(), ${me}, 'post_like', id
      from (select id from posts order by created_at desc limit ${notifications}) post`)
  })
}
