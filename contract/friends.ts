import { z } from 'zod'
import { user } from './accounts.ts'
import { call } from './call.ts'
import { pageQuery } from './common.ts'

export const friendshipRequest = z.object({ id: z.uuid(), created_by: user }).meta({ id: 'FriendshipRequest' })
export type FriendshipRequest = z.output<typeof friendshipRequest>

const id = z.object({ id: z.uuid().toLowerCase() })

export const friendCalls = {
  'GET /friends/suggested/': call({
    access: 'member',
    summary: 'До десяти друзей друзей; больше общих друзей — выше',
    answer: z.array(user),
  }),
  'GET /friends/:id/': call({
    access: 'member',
    summary: 'Друзья человека, новые первыми, не больше ста; на своей странице и просьбы о дружбе',
    params: id,
    query: z.object({ page: pageQuery.page }),
    answer: z.object({ user, friends: z.array(user), requests: z.array(friendshipRequest) }),
  }),
  'DELETE /friends/:id/': call({
    access: 'member',
    summary: 'Прекратить дружбу; никто об этом не узнаёт',
    params: id,
    answer: z.object({ message: z.literal('friendship ended') }),
  }),
  'POST /friends/:id/request/': call({
    access: 'member',
    summary: 'Попросить о дружбе',
    params: id,
    answer: z.object({ message: z.enum(['friendship request created', 'request already sent']) }),
  }),
  'POST /friends/:id/accepted/': call({
    access: 'member',
    summary: 'Принять просьбу этого человека',
    params: id,
    answer: z.object({ message: z.literal('friendship request updated') }),
  }),
  'POST /friends/:id/rejected/': call({
    access: 'member',
    summary: 'Отклонить просьбу этого человека',
    params: id,
    answer: z.object({ message: z.literal('friendship request updated') }),
  }),
}
