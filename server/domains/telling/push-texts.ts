import type { ToldKind } from '#contract/notification-settings.ts'
import type { Telling } from './telling.queries.ts'

/** With the person's name, where one acts; without, where nobody is named. */
const words: Record<ToldKind, [withName: string, without: string]> = {
  likes: ['ставит «Нравится»', 'Вашу запись оценили'],
  comments: ['комментирует вашу запись', 'Новый комментарий'],
  mentions: ['упоминает вас', 'Вас упомянули'],
  friends: ['— новости о дружбе', 'Новости о дружбе'],
  messages: ['пишет вам сообщение', 'Новое сообщение'],
  requests: ['— запрос цен', 'Новости по запросу цен'],
  quotes: ['— предложение цен', 'Новости по предложению цен'],
  deals: ['— новости по сделке', 'Новости по сделке'],
  saved_searches: ['', 'Есть новое по сохранённому поиску'],
  freshness: ['', 'Проверьте цены и наличие'],
  moderation: ['', 'Решение модератора'],
}

/** Who and what kind: nothing that others may not read over a shoulder. */
export function pushText(kind: ToldKind, actor: string | null): string {
  const [withName, without] = words[kind]
  return actor && withName ? `${actor} ${withName}` : without
}

const counted: Record<ToldKind, string> = {
  likes: '«Нравится»',
  comments: 'комментарии',
  mentions: 'упоминания',
  friends: 'дружба',
  messages: 'сообщения',
  requests: 'запросы цен',
  quotes: 'предложения цен',
  deals: 'сделки',
  saved_searches: 'сохранённые поиски',
  freshness: 'цены и наличие',
  moderation: 'решения модераторов',
}

/** What came in the quiet hours, by kinds, each event once. */
export function summaryText(tellings: Pick<Telling, 'kind' | 'subject'>[]): string {
  const subjects = new Map(tellings.map(({ kind, subject }) => [subject, kind]))
  const counts = Map.groupBy(subjects.values(), kind => kind)
  const parts = [...counts].map(([kind, all]) => `${counted[kind]} — ${all.length}`)
  return `Пока было тихо: ${parts.join(', ')}`
}
