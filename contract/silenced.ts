import { z } from 'zod'
import { user } from './accounts.ts'
import { call } from './call.ts'

/** How many people a person may block, and mute; and hashtags. */
export const silencedPeopleMax = 1000
export const mutedHashtagsMax = 200

const id = z.object({ id: z.uuid().toLowerCase() })
/** A hashtag without '#', as posts may have it. */
const tag = z.object({
  tag: z
    .string()
    .max(255)
    .transform(text => text.normalize('NFC'))
    .pipe(z.string().regex(/^[\p{L}\p{M}\p{Nd}_]{1,255}$/u)),
})

/**
 * What a person does not want to see. After a block neither of the two sees the other; a mute and hiding a post change
 * the person's own lists alone. Repeating a call changes nothing.
 */
export const silencedCalls = {
  'GET /silenced/': call({
    access: 'member',
    summary: 'Кого я заблокировал, и кого и какие хештеги скрыл из своих списков; последние первыми',
    answer: z.object({ blocked: z.array(user), muted: z.array(user), hashtags: z.array(z.string()) }),
  }),
  'POST /people/:id/block/': call({
    access: 'member',
    summary: 'Заблокировать человека: мы больше нигде друг друга не видим, дружба и просьбы о ней прекращаются',
    params: id,
    answer: z.object({ message: z.literal('person blocked') }),
  }),
  'DELETE /people/:id/block/': call({
    access: 'member',
    summary: 'Разблокировать человека',
    params: id,
    answer: z.object({ message: z.literal('person unblocked') }),
  }),
  'POST /people/:id/mute/': call({
    access: 'member',
    summary: 'Скрыть из моих списков записи и комментарии человека; он об этом не узнаёт',
    params: id,
    answer: z.object({ message: z.literal('person muted') }),
  }),
  'DELETE /people/:id/mute/': call({
    access: 'member',
    summary: 'Снова показывать записи и комментарии человека',
    params: id,
    answer: z.object({ message: z.literal('person unmuted') }),
  }),
  'POST /hashtags/:tag/mute/': call({
    access: 'member',
    summary: 'Скрыть из моих списков записи с хештегом (без «#»)',
    params: tag,
    answer: z.object({ message: z.literal('hashtag muted') }),
  }),
  'DELETE /hashtags/:tag/mute/': call({
    access: 'member',
    summary: 'Снова показывать записи с хештегом',
    params: tag,
    answer: z.object({ message: z.literal('hashtag unmuted') }),
  }),
  'POST /posts/:id/hide/': call({
    access: 'member',
    summary: 'Скрыть запись из моих списков',
    params: id,
    answer: z.object({ message: z.literal('post hidden') }),
  }),
}
