import { type ComponentType, useRef, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router'
import { whereTo } from '#web/features/accounts/sign-in-out.ts'
import { useSession } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const never = () => () => {}

/** /login with a return address. */
const loginPath = (from: string) => `/login?${new URLSearchParams({ next: from })}`

/**
 * A screen for signed-in people. The server and the first render have no session and show a skeleton; visitors are then
 * redirected to /login and back, and so is a person whose session ends meanwhile, unless they signed out themselves.
 */
export function memberOnly(Screen: ComponentType, title: string): ComponentType {
  return function MemberOnly() {
    const { isAuthenticated } = useSession()
    const { pathname, search } = useLocation()
    const isHydrated = useSyncExternalStore(
      never,
      () => true,
      () => false,
    )
    const wasShown = useRef(false)
    if (isAuthenticated) {
      wasShown.current = true
      return <Screen />
    }
    return (
      <>
        <PageMeta title={screenTitle(title)} />
        {isHydrated ? (
          <Navigate to={(wasShown.current && whereTo()) || loginPath(pathname + search)} replace />
        ) : (
          <div className="mx-auto min-h-dvh max-w-page px-4 py-8 sm:px-6" aria-busy>
            <Skeleton className="h-10 w-64" />
            <Skeleton className="mt-6 h-64" />
          </div>
        )}
      </>
    )
  }
}
