import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useApp } from '#web/lib/app-context.ts'
import { saveTeam, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { VerifiedBadge } from '#web/ui/verified-badge.tsx'
import { invitationQuery } from './api.ts'

interface AcceptInvitationProps {
  token: string
  /** Addresses that lead back here. */
  signUp: string
  signIn: string
}

/** Who invites, and what one can do about it: nothing happens before the button is pressed. */
export function AcceptInvitation({ token, signUp, signIn }: AcceptInvitationProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { isAuthenticated, user } = useSession()
  const { data: invitation, error } = useQuery(invitationQuery(api, token))
  const accept = useMutation({
    mutationFn: () => api.call('POST /teams/invitations/accept/', { body: { token } }),
    onSuccess: async ({ team }) => {
      saveTeam({ id: team.id, company_name: team.company_name })
      showToast({ message: `${team.company_name}: теперь вы сотрудник` })
      await queries.invalidateQueries({ queryKey: ['member'] })
      await navigate('/teams/team', { replace: true })
    },
  })
  if (error) return <p role="alert">{error.message}</p>
  if (!invitation) return <Skeleton className="h-40" />
  const isOther = isAuthenticated && user.email.toLowerCase() !== invitation.email.toLowerCase()
  // As the links between the forms of accounts hand it on (accounts/known-email.ts).
  const state = { knownEmail: invitation.email }
  return (
    <div className="grid gap-5">
      <p className="text-lg">
        <strong className="wrap-anywhere">{invitation.company_name}</strong>{' '}
        {invitation.is_verified && <VerifiedBadge />} приглашает вас сотрудником.
      </p>
      <p className="text-muted">
        Вы сможете добавлять растения компании, вести прайс-лист и отвечать покупателям. Уйти из компании можно в любой
        момент. Приглашение для <span className="wrap-anywhere">{invitation.email}</span>.
      </p>
      {accept.error && (
        <p role="alert" className="text-danger">
          {accept.error.message}
        </p>
      )}
      {isOther && (
        <p role="alert">
          Вы вошли как <span className="wrap-anywhere">{user.email}</span>. Принять может только тот, чей это адрес.
        </p>
      )}
      {isAuthenticated ? (
        !isOther && (
          <div>
            <Button busy={accept.isPending} onClick={() => accept.mutate()} className="max-sm:w-full">
              Принять приглашение
            </Button>
          </div>
        )
      ) : (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={signUp} state={state}>
            Зарегистрироваться
          </ButtonLink>
          <ButtonLink to={signIn} state={state} variant="secondary">
            Войти
          </ButtonLink>
        </div>
      )}
    </div>
  )
}
