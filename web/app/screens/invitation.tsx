import { useSearchParams } from 'react-router'
import { AccountPage } from '#web/features/accounts/account-page.tsx'
import { withNext } from '#web/features/accounts/next-path.ts'
import { AcceptInvitation } from '#web/features/companies/invitations/accept-invitation.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

/** Opening the page does nothing: programs that look at emails for their readers open links, too. */
export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const here = `/teams/invitation?${new URLSearchParams({ token })}`
  return (
    <AccountPage title="Приглашение в компанию">
      <PageMeta title={screenTitle('Приглашение в компанию')} />
      <AcceptInvitation token={token} signUp={withNext('/signup', here)} signIn={withNext('/login', here)} />
    </AccountPage>
  )
}
