import { actingCompany, quotedCompany } from '#contract/company-words.ts'
import { withoutIds } from '#contract/mentions.ts'
import type { Notification, NotificationGroup, NotificationType } from '#contract/notifications.ts'
import { countedSizes } from '#server/domains/products/freshness/freshness-email.ts'
import { productPath } from '#server/domains/products/products.present.ts'
import { countedOffers } from '#server/domains/saved-searches/counted-offers.ts'
import { countedLines } from '#server/domains/trade/telling/counted-lines.ts'
import { timeSince } from '#server/platform/time-since.ts'
import type { GroupRow, NotificationRow } from './notifications.queries.ts'

/** The parts of a sentence; `null` for what is unknown. */
type Facts = Pick<NotificationRow, 'actor' | 'product' | 'company' | 'project' | 'savedSearch' | 'details'> &
  Partial<Pick<GroupRow, 'peopleCount' | 'otherActor'>>

/** Characters of a reason in a sentence about a product; My products shows all of it. */
const told = 200

const shortened = (text: string, most = told) =>
  [...text].length > most ? `${[...text].slice(0, most).join('').trimEnd()}…` : text

/** Collective numerals, which are independent of gender. */
const collective = [
  '',
  '',
  'двое',
  'трое',
  'четверо',
  'пятеро',
  'шестеро',
  'семеро',
  'восьмеро',
  'девятеро',
  'десятеро',
]
const plural = new Intl.PluralRules('ru')

/** «ещё четверо», «ещё 22 человека». */
function others(count: number): string {
  if (count === 1) return 'ещё один человек'
  return `ещё ${collective[count] ?? `${count} ${plural.select(count) === 'few' ? 'человека' : 'человек'}`}`
}

const isOne = ({ peopleCount = 1 }: Facts) => peopleCount === 1

function who(facts: Facts): string {
  const { actor, peopleCount = 1, otherActor } = facts
  const first = actor ?? 'Кто-то'
  return isOne(facts) ? first : `${first} и ${otherActor ?? others(peopleCount - 1)}`
}
const plant = ({ product }: Facts) => (product === null ? 'Растение' : `Растение «${product}»`)
const because = ({ details }: Facts) => details && `: ${shortened(details)}`
const reason = ({ details }: Facts) => details && ` Причина: ${details}`

/** With the company's name. */
const within = (words: string, { company }: Facts) => (company === null ? words : `${words} ${quotedCompany(company)}`)

const companyOf = ({ company }: Facts) => (company === null ? 'Компания' : actingCompany(company))
/** What a request or a deal is about. */
const about = ({ project }: Facts) => `«${project ?? ''}»`

function whoCancels(facts: Facts): string {
  if (facts.company !== null) return `${companyOf(facts)} отменяет сделку ${about(facts)}`
  return facts.actor === null ? `Сделка ${about(facts)} отменена` : `${facts.actor} отменяет сделку ${about(facts)}`
}

const reportedThings: Record<string, string> = {
  post: 'на запись',
  comment: 'на комментарий',
  person: 'на человека',
  message: 'на сообщение',
  product: 'на объявление',
  company: 'на компанию',
}
const reportedThing = ({ details }: Facts) => reportedThings[details] ?? ''

/** The details are the outcome, then what the moderator says. */
function judgement({ details }: Facts): string {
  const [outcome = '', ...words] = details.split(' ')
  const what = outcome === 'taken_back' ? 'решение отменено' : 'решение остаётся в силе'
  return `Ваше обжалование рассмотрено: ${what}. ${words.join(' ')}`.trim()
}

const sentences: Record<NotificationType, (facts: Facts) => string> = {
  post_like: facts => `${who(facts)} ${isOne(facts) ? 'ставит' : 'ставят'} «Нравится» вашей записи.`,
  post_comment: facts => `${who(facts)} ${isOne(facts) ? 'комментирует' : 'комментируют'} вашу запись.`,
  mention: facts => `${who(facts)} ${isOne(facts) ? 'упоминает' : 'упоминают'} вас.`,
  post_offer: facts => `${companyOf(facts)} предлагает растение в ответ на вашу запись.`,
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
  comment_removed: facts => `Модератор удалил ваш комментарий.${reason(facts)}`,
  message_removed: facts => `Модератор удалил ваше сообщение.${reason(facts)}`,
  report_accepted: facts => `Мы рассмотрели вашу жалобу ${reportedThing(facts)}: модератор принял меры. Спасибо.`,
  report_dismissed: facts => `Мы рассмотрели вашу жалобу ${reportedThing(facts)}: нарушения модератор не нашёл.`,
  appeal_judged: facts => judgement(facts),
  saved_search_found: ({ savedSearch, details }) =>
    `По сохранённому поиску «${savedSearch ?? ''}» есть новое: ${countedOffers(Number(details))}.`,
  stock_arrived: facts => `${plant(facts)} теперь есть в наличии.`,
  offers_ageing: facts =>
    `${within('Больше двух недель не подтверждали цены и наличие компании', facts)}: ${countedSizes(Number(facts.details))}. Проверьте, всё ли в силе.`,
  project_remark: facts => `Гость по ссылке (${facts.details}) оставляет замечание к проекту ${about(facts)}.`,
  quote_requested: facts =>
    `${who(facts)} просит назвать цены: ${about(facts)}, ${countedLines(Number(facts.details))}.`,
  quote_received: facts => `${companyOf(facts)} отвечает на запрос ${about(facts)}.`,
  quote_revised: facts => `${companyOf(facts)} меняет своё предложение по запросу ${about(facts)}.`,
  quote_chosen: facts => `${who(facts)} выбирает ваше предложение: ${about(facts)}. Подтвердите сделку.`,
  quote_not_chosen: facts => `По запросу ${about(facts)} в этот раз выбрано другое предложение. Спасибо, что ответили.`,
  request_cancelled: facts => `${who(facts)} отменяет запрос ${about(facts)}.`,
  deal_confirmed: facts => `${companyOf(facts)} подтверждает сделку ${about(facts)}.`,
  deal_expiring: facts => `До отмены сделки ${about(facts)} меньше суток: компания её ещё не подтвердила.`,
  deal_handed_over: facts => `${companyOf(facts)} передаёт растения: ${about(facts)}. Отметьте, когда получите их.`,
  deal_delivered: facts => `${companyOf(facts)} передаёт часть растений: ${about(facts)}. Отметьте, когда получите их.`,
  deal_rest_cancelled: facts => `${companyOf(facts)} отменяет остаток по сделке ${about(facts)}${because(facts)}`,
  deal_delivery_received: facts => `${who(facts)} принимает часть растений: ${about(facts)}.`,
  claim_made: facts => `${who(facts)} сообщает о недостатках: ${about(facts)}. Ответьте на претензию.`,
  claim_answered: facts => `${companyOf(facts)} отвечает на вашу претензию: ${about(facts)}.`,
  claim_accepted: facts => `${who(facts)} принимает ваш ответ на претензию: ${about(facts)}.`,
  claim_withdrawn: facts => `${who(facts)} отзывает претензию: ${about(facts)}.`,
  claim_disputed: facts => `${who(facts)} не соглашается с ответом на претензию: ${about(facts)}.`,
  deal_received: facts => `${who(facts)} получает растения: ${about(facts)}. Сделка закрыта.`,
  deal_cancelled: facts => `${whoCancels(facts)}${because(facts)}`,
  deal_documents: facts =>
    `${facts.company === null ? who(facts) : companyOf(facts)} прикладывает документы к сделке ${about(facts)}.`,
  review_received: facts => `${who(facts)} оставляет отзыв о вашей компании: ${about(facts)}.`,
  review_replied: facts => `${companyOf(facts)} отвечает на ваш отзыв: ${about(facts)}.`,
  review_hidden: facts => `Модератор скрыл ваш отзыв: ${about(facts)}.${reason(facts)}`,
  review_restored: facts => `Модератор вернул ваш отзыв: ${about(facts)}.`,
  reply_hidden: facts => `Модератор скрыл ответ вашей компании на отзыв: ${about(facts)}.${reason(facts)}`,
  reply_restored: facts => `Модератор вернул ответ вашей компании на отзыв: ${about(facts)}.`,
}

/** One Russian sentence, with the current names. */
export const sentenceOf = (row: NotificationRow | GroupRow): string => sentences[row.type](row)

export function presentNotification(row: NotificationRow | GroupRow): Notification {
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

/** Characters of a post's quote. */
const quoted = 140

/** The address of what it is about; `null` for types whose address does not depend on data. */
function linkOf({
  type,
  savedQuery,
  productSlug,
  categorySlug,
  projectId,
  requestId,
  dealId,
}: GroupRow): string | null {
  if (dealId !== null) return `/deals/${dealId}`
  if (projectId !== null) return `/projects/${projectId}`
  if (type === 'quote_received' || type === 'quote_revised') return `/requests/${requestId}`
  if (requestId !== null) return `/incoming/${requestId}`
  if (type === 'saved_search_found') return `/offers?${savedQuery ?? ''}`
  if (type === 'offers_ageing') return '/products/my_products'
  if (type !== 'stock_arrived' || productSlug === null || categorySlug === null) return null
  return productPath(categorySlug, productSlug)
}

/** `isReadable`: whether the reader may see the quoted post. */
export function presentGroup(row: GroupRow, { isReadable }: { isReadable: boolean }): NotificationGroup {
  const line = isReadable
    ? withoutIds(row.quote ?? '')
        .replace(/\s+/g, ' ')
        .trim()
    : ''
  return {
    ...presentNotification(row),
    is_read: row.isRead,
    people_count: row.peopleCount,
    subject_line: line === '' ? null : shortened(line, quoted),
    link: linkOf(row),
  }
}
