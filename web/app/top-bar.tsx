import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { SearchField } from '#web/features/offers/search-field/search-field.tsx'
import { PlaceButton } from '#web/features/places/place-button.tsx'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { RenderedOnce } from '#web/ui/rendered-once.tsx'

// The members' menu and its imports are kept out of a visitor's first page load.
const MemberMenu = lazy(async () => ({ default: (await import('./member-menu.tsx')).MemberMenu }))

/** Screens with the search text in their address. */
const searched = ['/offers', '/']

/**
 * The bar has the same height for members and visitors: the first render knows only visitors, and nothing may shift
 * after it. On a narrow screen the search is on its own line, which stays visible when the one above scrolls away.
 */
export function TopBar() {
  const session = useSession()
  const { pathname, search } = useLocation()
  const searchText = (searched.includes(pathname) && new URLSearchParams(search).get('search')) || ''
  return (
    <RenderedOnce
      as="header"
      name="top-bar"
      of={searchText}
      className="sticky -top-16 z-40 border-b border-line bg-paper has-[a:focus-visible]:top-0 lg:top-0"
    >
      {() => (
        <div className="bar mx-auto flex max-w-page flex-wrap items-center lg:flex-nowrap justify-between gap-x-3 px-4 sm:px-6 lg:gap-x-6">
          <Link to="/" className="flex h-16 items-center gap-2 rounded-md py-2 text-leaf no-underline">
            {/* On the narrowest screens its place is needed for the sign-in beside the name. */}
            <Logo className="size-7 max-[22rem]:hidden sm:size-8" />
            <span className="font-serif text-[1.375rem] leading-none sm:text-[1.625rem] font-semibold tracking-tight">
              Дендро
            </span>
          </Link>
          <div className="order-last flex w-full items-center gap-1 pb-2 lg:order-none lg:w-0 lg:max-w-2xl lg:grow lg:pb-0">
            <div className="min-w-0 grow">
              <SearchField search={searchText} />
            </div>
            <PlaceButton />
            <Link to="/projects/new" title="Подбор по списку" className="bar-part">
              <Icon shape="list" size={22} className="shrink-0" />
              <span className="max-sm:sr-only lg:max-xl:sr-only xl:in-data-member:sr-only">Подбор по списку</span>
            </Link>
          </div>
          <div className="bar-end flex shrink-0 justify-end">
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
          <span hidden className="bar-whole" />
        </div>
      )}
    </RenderedOnce>
  )
}
