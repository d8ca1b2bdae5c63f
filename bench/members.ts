import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import type { Tokens } from '#server/platform/http/session.ts'
import type { Member } from './protocol.ts'
import { accessOf } from './sign-in.ts'

/** The busiest people of the generated network (generate-social.ts): those with the most unread notifications. */
export async function membersOf(db: Db, tokens: Tokens, count: number): Promise<Member[]> {
  const chosen = await db
    .select({ id: sql<string>`id`, conversation: sql<string>`conversation` })
    .from(sql`(
      select users.id,
        (select count(*) from notifications where recipient_id = users.id and read_at is null) as unread,
        (select conversation_id from conversation_sides where user_id = users.id limit 1) as conversation
      from users where email like 'person%@bench.test' and blocked_at is null
    ) person`)
    .where(sql`conversation is not null`)
    .orderBy(sql`unread desc, id`)
    .limit(count)
  if (chosen.length < count) throw new Error(`only ${chosen.length} people with a conversation`)
  const ids = chosen.map(({ id }) => id)
  const access = await accessOf(db, tokens, ids)
  return chosen.map(({ conversation }, index) => ({ access: access[index] ?? '', conversation }))
}
