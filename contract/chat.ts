import { z } from 'zod'
import { user } from './accounts.ts'
import { call } from './call.ts'
import { integerId, optionalText, pageQuery, requiredText } from './common.ts'
import { productCard } from './products.ts'

export const messageLength = 5000

export const message = z
  .object({
    id: z.uuid(),
    body: z.string(),
    sent_to: user,
    created_by: user,
    created_at: z.string(),
    created_at_formatted: z.string(),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof message>

export const conversation = z
  .object({
    id: z.uuid(),
    /** The caller and the other person, in the order in which the conversation was opened. */
    users: z.array(user),
    modified_at: z.string(),
    modified_at_formatted: z.string(),
    unread_count: z.int(),
    last_message: message.nullable(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.output<typeof conversation>

/** What a conversation is about, in its present state. */
const subject = z.object({ kind: z.literal('product'), id: integerId, product: productCard }).meta({ id: 'Subject' })
export type Subject = z.output<typeof subject>

/** The oldest message first; the latest 100, or the 100 before the one asked for. */
export const conversationDetail = z
  .object({
    ...conversation.shape,
    messages: z.array(message),
    has_earlier: z.boolean(),
    /** What it was last opened about; `null` when that is no longer offered. */
    subject: subject.nullable(),
  })
  .meta({ id: 'ConversationDetail' })
export type ConversationDetail = z.output<typeof conversationDetail>

/**
 * `id`, made by the client (UUID), makes sending idempotent: a repeated one returns the same message. The id of another
 * person's message is 409.
 */
export const newMessageForm = z.object({
  body: requiredText('Напишите сообщение', messageLength),
  id: z.uuid('Нужен UUID').optional(),
})

const id = z.object({ id: z.uuid().toLowerCase() })

export const chatCalls = {
  'GET /chat/': call({
    access: 'member',
    summary: 'Мои беседы, последние первыми, не больше ста',
    query: z.object({ page: pageQuery.page }),
    answer: z.array(conversation),
  }),
  'GET /chat/:id/': call({
    access: 'member',
    summary: 'Беседа с последними ста сообщениями, и тогда она прочитана, или со ста сообщениями перед названным',
    params: id,
    query: z.object({ before: optionalText(z.uuid('Нужен UUID')) }),
    answer: conversationDetail,
  }),
  'GET /chat/:id/get-or-create/': call({
    access: 'member',
    summary: 'Беседа с человеком; её ещё нет — будет',
    params: id,
    answer: conversationDetail,
  }),
  'POST /chat/about/': call({
    access: 'member',
    summary: 'Беседа о растении с тем, кто за него отвечает; предмет остаётся при беседе',
    body: z.object({ kind: z.literal('product', 'О таком беседы не ведут'), id: integerId }),
    answer: conversationDetail,
  }),
  'POST /chat/:id/read/': call({
    access: 'member',
    summary: 'Отметить прочитанным всё, что пришло в открытую беседу',
    params: id,
    answer: z.object({ message: z.literal('conversation read') }),
  }),
  'POST /chat/:id/send/': call({
    access: 'member',
    summary: 'Отправить сообщение',
    params: id,
    body: newMessageForm,
    answer: message,
    status: 201,
  }),
}
