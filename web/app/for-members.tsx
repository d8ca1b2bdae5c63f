import { type ReactNode, Suspense, useEffect } from 'react'
import { withNext } from '#web/features/accounts/next-path.ts'
import { dropIntent, keepIntent } from '#web/lib/intent.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'

interface ForMembersProps {
  label: string
  /** Where a visitor comes back to. */
  path: string
  /** What pressing it means: the member's button does that at once when the visitor is back (`useIntent`). */
  intent: string
  /** The member's button, which is loaded when there is a member. */
  children: ReactNode
}

/** A button for members: it leads a visitor to the sign-in and back. */
export function ForMembers({ label, path, intent, children }: ForMembersProps) {
  const { isAuthenticated } = useSession()
  // The first render knows no session yet, so the storage is asked.
  useEffect(() => {
    if (!getSession().isAuthenticated) dropIntent()
  }, [])
  if (isAuthenticated)
    return <Suspense fallback={<span className={buttonStyle('secondary')}>{label}</span>}>{children}</Suspense>
  return (
    <ButtonLink to={withNext('/login', path)} variant="secondary" onClick={() => keepIntent(intent)}>
      {label}
    </ButtonLink>
  )
}
