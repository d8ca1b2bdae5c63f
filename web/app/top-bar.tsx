import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Logo } from '#web/ui/logo.tsx'

// Members' icons and whatever they grow are no business of a visitor's first page load.
const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }))

/** The bar is as tall for members as for visitors: the first render knows only visitors, and nothing may move after it. */
export function TopBar() {
  const session = useSession()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <div className="mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-4 sm:px-6">
        <Link to="/" className="flex items-center gap-2 rounded-md py-2 text-leaf no-underline">
          <Logo className="size-7 sm:size-8" />
          <span className="font-serif text-[1.375rem] leading-none sm:text-[1.625rem] font-semibold tracking-tight">
            Дендро
          </span>
        </Link>
        {session.isAuthenticated ? (
          <Suspense>
            <MemberMenu session={session} />
          </Suspense>
        ) : (
          <nav aria-label="Вход" className="visitors-only flex items-center gap-0.5 sm:gap-2">
            <ButtonLink to="/login" variant="quiet" className="max-sm:px-2.5 max-sm:text-[0.9375rem]">
              Войти
            </ButtonLink>
            <ButtonLink to="/signup" variant="secondary" className="max-sm:px-2.5 max-sm:text-[0.9375rem]">
              Регистрация
            </ButtonLink>
          </nav>
        )}
      </div>
    </header>
  )
}
