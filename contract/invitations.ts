import { z } from 'zod'
import { call } from './call.ts'
import { formText } from './common.ts'
import { memberForm, team } from './companies.ts'

/** Days for which the link of an invitation is valid. */
export const invitationDays = 7
/** Invitations of a company that nobody has accepted yet. */
export const openInvitationsMax = 50

/** An invitation to work in a company. */
export const invitation = z
  .object({ id: z.uuid(), email: z.string(), created_at: z.string(), expires_at: z.string() })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof invitation>

const link = z.object({ token: formText(200).min(1) })

export const invitationCalls = {
  'GET /teams/invitations/': call({
    access: 'member',
    summary: 'Приглашения моей компании, на которые ещё не ответили; только для её создателя',
    answer: z.array(invitation),
  }),
  'POST /teams/invitations/': call({
    access: 'member',
    summary: 'Пригласить сотрудника письмом со ссылкой; прежняя ссылка на этот адрес больше не действует',
    body: memberForm,
    answer: invitation,
    status: 201,
  }),
  'DELETE /teams/invitations/:id/': call({
    access: 'member',
    summary: 'Отозвать приглашение: его ссылка больше не действует',
    params: z.object({ id: z.uuid() }),
    answer: z.object({ message: z.literal('invitation withdrawn') }),
  }),
  'POST /teams/invitations/view/': call({
    access: 'open',
    summary: 'Кто и кого приглашает по этой ссылке; ничего не меняет',
    body: link,
    answer: z.object({ company_name: z.string(), is_verified: z.boolean(), email: z.string() }),
  }),
  'POST /teams/invitations/accept/': call({
    access: 'member',
    summary: 'Принять приглашение: тому, чей подтверждённый e-mail в нём указан',
    body: link,
    answer: z.object({ message: z.literal('success'), team }),
  }),
}
