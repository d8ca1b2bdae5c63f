import { z } from 'zod'
import { user } from './accounts.ts'
import { attachedFilesMax, attachedFileTypes } from './attached-files.ts'
import { call } from './call.ts'
import { formLines, integerId, optionalText, pageLinks, pageQuery, searchText } from './common.ts'
import { teamRef } from './companies.ts'
import { productCard } from './products.ts'

export const messageLength = 5000

/**
 * `url` is made for the caller: without a token it works for some hours, and only while the caller takes part in the
 * conversation. A picture is also there in the narrower widths of media.ts: `&width=640`.
 */
export const messageFile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** Bytes. */
    size: z.int(),
    type: z.enum(Object.values(attachedFileTypes)),
    url: z.string(),
  })
  .meta({ id: 'MessageFile' })
export type MessageFile = z.output<typeof messageFile>

export const message = z
  .object({
    id: z.uuid(),
    body: z.string(),
    sent_to: user,
    created_by: user,
    created_at: z.string(),
    created_at_formatted: z.string(),
    /** Of a person who has deleted their account the texts remain, the files do not. */
    files: z.array(messageFile),
    /** When its author deleted it: `body` is `""`, and there are no files. `null`: it is as it was sent. */
    deleted_at: z.string().nullable(),
    /** Id of the message of the same conversation that it answers. */
    reply_to: z.uuid().nullable(),
    /** That message: who wrote it, and the beginning of its text in one line; `""` if it has none, or is deleted. */
    answered: z.object({ name: z.string(), line: z.string(), is_deleted: z.boolean() }).nullable(),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof message>

export const subjectKinds = ['product', 'request', 'quote', 'deal'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** What a conversation is about, in its present state. */
export const subject = z
  .object({
    kind: z.enum(subjectKinds),
    id: z.union([integerId, z.uuid()]),
    title: z.string(),
    /** One line about it: sizes, a state, a sum. */
    line: z.string(),
    get_absolute_url: z.string(),
    /** `""` if it has no picture. */
    get_thumbnail: z.string(),
    /** With the kind `product`. */
    product: productCard.nullable(),
  })
  .meta({ id: 'Subject' })
export type Subject = z.output<typeof subject>

export const conversation = z
  .object({
    id: z.uuid(),
    /**
     * The caller and the other person, in the order in which the conversation was opened. With a company the buyer comes
     * first, then the caller or, to the buyer, the company's member who is responsible.
     */
    users: z.array(user),
    modified_at: z.string(),
    modified_at_formatted: z.string(),
    unread_count: z.int(),
    last_message: message.nullable(),
    /** The company whose people all see the conversation, to both sides; `null` between two people. */
    company: teamRef.nullable(),
    /** What it is about; `null` when that is no longer offered. */
    subject: subject.nullable(),
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.output<typeof conversation>

/** The oldest message first; the latest 100, or the 100 before the one asked for. */
export const conversationDetail = z
  .object({
    ...conversation.shape,
    messages: z.array(message),
    has_earlier: z.boolean(),
    /** Time of the caller's side's last message that the other side, or anybody of it, has read. */
    read_until: z.string().nullable(),
  })
  .meta({ id: 'ConversationDetail' })
export type ConversationDetail = z.output<typeof conversationDetail>

/**
 * `id`, made by the client (UUID), makes sending idempotent: a repeated one returns the same message. The id of another
 * person's message is 409. The text may only be missing if there are files.
 */
export const newMessageForm = z.object({
  body: formLines(messageLength).default(''),
  id: z.uuid('Нужен UUID').optional(),
  /** Id of the message of the same conversation that it answers. */
  reply_to: optionalText(z.uuid('Нужен UUID').toLowerCase().nullable()),
})

/** A message that was found, and its conversation. */
export const foundMessage = z.object({ ...message.shape, conversation }).meta({ id: 'FoundMessage' })
export type FoundMessage = z.output<typeof foundMessage>

/**
 * `company` says with which of the asked companies a buyer speaks about a request; not needed if there is only one, or
 * only one conversation.
 */
const aboutForm = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('product'), id: integerId }),
    z.object({
      kind: z.literal(['request', 'quote', 'deal']),
      id: z.uuid('Нужен UUID').toLowerCase(),
      company: integerId.optional(),
    }),
  ],
  'О таком беседы не ведут',
)
export type AboutForm = z.output<typeof aboutForm>

const id = z.object({ id: z.uuid().toLowerCase() })
const ofMessage = z.object({ id: z.uuid().toLowerCase(), message: z.uuid().toLowerCase() })

export const chatCalls = {
  'GET /chat/': call({
    access: 'member',
    summary: 'Мои беседы и беседы моей компании, последние первыми, не больше ста',
    query: z.object({ page: pageQuery.page }),
    answer: z.array(conversation),
  }),
  'GET /chat/search/': call({
    access: 'member',
    summary: 'Сообщения моих бесед со всеми этими словами или их началами, последние первыми',
    query: z.object({ q: optionalText(searchText()).transform(text => text ?? ''), ...pageQuery }),
    answer: z.object({ ...pageLinks, results: z.array(foundMessage) }),
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
    summary: 'Беседа покупателя с компанией о растении, запросе, предложении или сделке; предмет остаётся при беседе',
    body: aboutForm,
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
    summary: 'Отправить сообщение; в форме — и файлы (files): снимки, PDF, XLSX, не больше десяти по 10 МБ',
    params: id,
    body: newMessageForm,
    files: { field: 'files', max: attachedFilesMax, kind: 'file' },
    answer: message,
    status: 201,
  }),
  'POST /chat/:id/typing/': call({
    access: 'member',
    summary: 'Сказать другой стороне беседы, что я печатаю: каждые несколько секунд, пока это так',
    params: id,
    answer: z.object({ message: z.literal('typing') }),
  }),
  'DELETE /chat/:id/messages/:message/': call({
    access: 'member',
    summary: 'Удалить своё сообщение: место остаётся, текста и файлов больше нет',
    params: ofMessage,
    answer: z.object({ message: z.literal('message deleted') }),
  }),
}
