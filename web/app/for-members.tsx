import { type ReactNode, Suspense } from 'react'
import { withNext } from '#web/features/accounts/next-path.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'

interface ForMembersProps {
  label: string
  /** The address to return to after signing in. */
  path: string
  /** The member's button, loaded only for members. */
  children: ReactNode
}

/** A button for members; visitors are sent to the sign-in and back. */
export function ForMembers({ label, path, children }: ForMembersProps) {
  const { isAuthenticated } = useSession()
  if (isAuthenticated)
    return <Suspense fallback={<span className={buttonStyle('secondary')}>{label}</span>}>{children}</Suspense>
  return (
    <ButtonLink to={withNext('/login', path)} variant="secondary">
      {label}
    </ButtonLink>
  )
}
