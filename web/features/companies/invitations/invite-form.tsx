import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memberForm } from '#contract/companies.ts'
import { invitationDays } from '#contract/invitations.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { invitationsQuery } from './api.ts'

const days = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })

/** Invites a colleague by a letter; the password is theirs alone. */
export function InviteForm() {
  const { api } = useApp()
  const queries = useQueryClient()
  const { form, field, submit, messages, busy } = useContractForm({
    schema: memberForm,
    defaults: { email: '' },
    onSubmit: async body => {
      await api.call('POST /teams/invitations/', { body })
      showToast({ message: `Приглашение отправлено: ${body.email}` })
      form.reset()
      await queries.invalidateQueries({ queryKey: invitationsQuery(api).queryKey })
    },
  })
  return (
    <form noValidate aria-label="Пригласить сотрудника" onSubmit={event => void submit(event)} className="grid gap-5">
      <FormErrors messages={messages} />
      <TextField
        label="Кого пригласить"
        required
        type="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        placeholder="Адрес почты"
        hint={`На этот адрес придёт письмо со ссылкой на ${invitationDays} дней. Сотрудник войдёт или зарегистрируется сам и примет приглашение`}
        {...field('email')}
      />
      <div>
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Пригласить
        </Button>
      </div>
    </form>
  )
}

/** Invitations without an answer, which can be taken back. */
export function OpenInvitations() {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data: invitations } = useQuery(invitationsQuery(api))
  const withdraw = useMutation({
    mutationFn: (id: string) => api.call('DELETE /teams/invitations/:id/', { params: { id } }),
    onSuccess: () => showToast({ message: 'Приглашение отозвано' }),
    onError: (error: Error) => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery(api).queryKey }),
  })
  if (!invitations || invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="mb-2 text-xl">
        Ждут ответа
      </h2>
      <ul>
        {invitations.map(({ id, email, expires_at }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{email}</span>
              <span className="text-sm text-muted">до {days.format(new Date(expires_at))}</span>
            </span>
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Отозвать приглашение: ${email}`}
              busy={withdraw.isPending && withdraw.variables === id}
              onClick={() => withdraw.mutate(id)}
              className="max-lg:min-h-11"
            >
              Отозвать
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
