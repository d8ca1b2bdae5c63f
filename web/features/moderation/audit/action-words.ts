import type { AuditAction, AuditEntry, AuditSubject } from '#contract/moderation/audit.ts'

export const actionWords: Record<AuditAction, string> = {
  publish: 'Опубликовано',
  return: 'Возвращено',
  hide: 'Скрыто',
  restore: 'Восстановлено',
  dismiss: 'Жалобы закрыты',
  delete: 'Удалено',
  create: 'Добавлено',
  edit: 'Изменено',
  rename: 'Переименовано',
  merge: 'Объединено',
  block: 'Заблокировано',
  unblock: 'Разблокировано',
  verify: 'Проверено',
  unverify: 'Отметка снята',
  clear: 'Страница очищена',
  correct: 'Исправлено',
}

export const subjectWords: Record<AuditSubject, string> = {
  product: 'Объявление',
  post: 'Запись',
  genus: 'Род',
  species: 'Вид или сорт',
  category: 'Группа растений',
  lookup: 'Значение списка',
  article: 'Статья',
  person: 'Человек',
  company: 'Компания',
  review: 'Отзыв',
  comment: 'Комментарий',
  message: 'Сообщение',
  vehicles: 'Машины сайта',
}

/** The kind of subjects in the URL; all if it is invalid. */
export function subjectOf(params: URLSearchParams): AuditSubject | '' {
  const subject = params.get('subject') ?? ''
  return Object.hasOwn(subjectWords, subject) ? (subject as AuditSubject) : ''
}

const inSearch = (path: string, search: string) => `${path}?${new URLSearchParams({ search })}`

/** The address of the subject, if it still exists. */
export function subjectPath({ action, subject, subject_id: id }: AuditEntry): string {
  switch (subject) {
    case 'post':
      return `/post/${id}`
    case 'person':
      return `/profile/${id}`
    case 'company':
      return `/teams/get_current_team/${id}`
    case 'product':
      return inSearch('/staff/listings/all', id)
    case 'review':
      return action === 'hide' ? '/staff/reports/reviews/hidden' : '/staff/reports/reviews'
    case 'comment':
    case 'message':
      return '/staff/reports/complaints'
    case 'vehicles':
      return '/staff/vehicles'
    case 'article':
      return `/staff/publications/${id}`
    case 'genus':
      return `/staff/directory/genera/${id}`
    case 'species':
      return inSearch('/staff/directory/species', id)
    case 'category':
      return '/staff/directory/categories'
    case 'lookup':
      return '/staff/directory/lookups'
  }
}
