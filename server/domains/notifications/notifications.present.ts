import type { Notification, NotificationType } from '#contract/notifications.ts'
import { timeSince } from '#server/platform/time-since.ts'
import type { NotificationRow } from './notifications.queries.ts'

/** What a sentence is made of; `null` for what nobody can tell any more. */
type Facts = Pick<NotificationRow, 'actor' | 'product' | 'company' | 'details'>

/** Letters of a reason in a sentence about a plant; all of it stands in My products. */
const told = 200

const shortened = (text: string) => ([...text].length > told ? `${[...text].slice(0, told).join('').trimEnd()}…` : text)

const who = ({ actor }: Facts) => actor ?? 'Кто-то'
const plant = ({ product }: Facts) => (product === null ? 'Растение' : `Растение «${product}»`)
const because = ({ details }: Facts) => details && `: ${shortened(details)}`
const reason = ({ details }: Facts) => details && ` Причина: ${details}`

/** With the company's name; many bring their own quotation marks. */
function within(words: string, { company }: Facts): string {
  if (company === null) return words
  return `${words} ${company.includes('«') ? company : `«${company}»`}`
}

const sentences: Record<NotificationType, (facts: Facts) => string> = {
  post_like: facts => `${who(facts)} ставит «Нравится» вашей записи.`,
  post_comment: facts => `${who(facts)} комментирует вашу запись.`,
  new_friendrequest: facts => `${who(facts)} предлагает вам дружбу.`,
  accepted_friendrequest: facts => `${who(facts)} принимает вашу просьбу о дружбе.`,
  rejected_friendrequest: facts => `${who(facts)} отклоняет вашу просьбу о дружбе.`,
  added_to_company: facts => `${within('Вас добавили в компанию', facts)}. Теперь вы можете предлагать её растения.`,
  company_handed_over: facts =>
    `${within('Создатель компании', facts)} удалил свою учётную запись. Теперь компания ваша.`,
  company_verified: facts =>
    `${within('Модератор проверил компанию', facts)}: рядом с её названием теперь стоит отметка «Проверено».`,
  company_unverified: facts => `${within('Модератор снял отметку «Проверено» с компании', facts)}.${reason(facts)}`,
  company_renamed: facts =>
    `${within('Модератор изменил название вашей компании, теперь это', facts)}.${reason(facts)}`,
  company_inn_changed: facts =>
    `${within('Модератор изменил ИНН компании', facts)}. Отметки «Проверено» до новой проверки нет.${reason(facts)}`,
  product_published: facts => `${plant(facts)} опубликовано`,
  product_returned: facts => `${plant(facts)} вернули на доработку${because(facts)}`,
  product_hidden: facts => `${plant(facts)} сняли с публикации${because(facts)}`,
  post_hidden: facts => `Модератор скрыл вашу запись.${reason(facts)}`,
  post_restored: () => 'Модератор вернул вашу запись.',
  post_deleted: facts => `Модератор удалил вашу запись.${reason(facts)}`,
}

/** One sentence in Russian, with the names of now. */
export const sentenceOf = (row: NotificationRow): string => sentences[row.type](row)

export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    body: sentenceOf(row),
    type_of_notification: row.type,
    post_id: row.postId,
    created_for_id: row.recipientId,
    created_at: row.createdAt.toISOString(),
    created_at_formatted: timeSince(row.createdAt),
    is_read: row.readAt !== null,
  }
}
