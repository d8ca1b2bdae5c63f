import type { Conversation, Message } from '#contract/chat.ts'

type People = Pick<Conversation, 'users'>

/** The first person stands alone on their side; everybody else is on the other: one person, or a company's people. */
export const isOwnSide = ({ users }: People, authorId: string, me: string): boolean =>
  (authorId === users[0]?.id) === (me === users[0]?.id)

/** Who the conversation is with, as the person sees it. */
export interface OtherSide {
  name: string
  /** `""` for a company. */
  avatar: string
  path: string
  /** The company in whose name the person speaks. */
  ownCompany: Conversation['company']
}

export function otherSide({ users, company }: Pick<Conversation, 'users' | 'company'>, me: string): OtherSide {
  const isBuyer = users[0]?.id === me
  if (company && isBuyer) {
    const path = `/teams/get_current_team/${company.id}`
    return { name: company.company_name, avatar: '', path, ownCompany: null }
  }
  const person = users.find(({ id }) => id !== me)
  return {
    name: person?.name ?? '',
    avatar: person?.get_avatar ?? '',
    path: `/profile/${person?.id}`,
    ownCompany: company,
  }
}

/** A message in one line: its text, or what its files are. */
export function summaryOf({ body, files, deleted_at }: Pick<Message, 'body' | 'files' | 'deleted_at'>): string {
  if (deleted_at !== null) return 'Сообщение удалено'
  if (body !== '') return body
  const pictures = files.filter(({ type }) => type.startsWith('image/')).length
  if (pictures > 0 && pictures === files.length) return pictures === 1 ? 'Снимок' : `Снимки: ${pictures}`
  if (files.length === 1) return files[0]?.name ?? ''
  return files.length > 1 ? `Файлы: ${files.length}` : 'Файлы удалены'
}
