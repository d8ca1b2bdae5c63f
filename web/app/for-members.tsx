import { type ReactNode, Suspense, useEffect } from 'react'
import { withNext } from '#web/features/accounts/next-path.ts'
import { dropIntent, keepIntent } from '#web/lib/intent.ts'
import { getSession, useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import type { IconComponent } from '#web/ui/icon.tsx'

interface ForMembersProps {
  label: ReactNode
  /** The icon of the member's button, so that nothing moves when it comes. */
  icon: IconComponent
  /** The address to return to after signing in. */
  path: string
  /** The name of the action, which the member's button completes when the visitor returns signed in (`useIntent`). */
  intent: string
  /** The member's button, loaded only for members. */
  children: ReactNode
}

/** A button for members; visitors are sent to the sign-in and back. */
export function ForMembers({ label, icon: Icon, path, intent, children }: ForMembersProps) {
  const { isAuthenticated } = useSession()
  // During the first render the session is not known yet, so it is read from the storage.
  useEffect(() => {
    if (!getSession().isAuthenticated) dropIntent()
  }, [])
  const content = (
    <>
      <Icon size={20} />
      {label}
    </>
  )
  if (isAuthenticated)
    return <Suspense fallback={<span className={buttonStyle('secondary')}>{content}</span>}>{children}</Suspense>
  return (
    <ButtonLink to={withNext('/login', path)} variant="secondary" onClick={() => keepIntent(intent)}>
      {content}
    </ButtonLink>
  )
}
