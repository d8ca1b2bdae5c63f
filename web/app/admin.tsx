import { clsx } from 'clsx'
import { Suspense, useEffect, useRef } from 'react'
import { data, type LoaderFunction, NavLink, Route, Routes, useLoaderData, useLocation } from 'react-router'
import { meQuery, secondFactorQuery } from '#web/features/accounts/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { getSession } from '#web/lib/session.ts'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { staffScreens } from './admin-screens.ts'
import { AdminSecondFactor } from './admin-second-factor.tsx'

/**
 * Only for moderators. The server renders for visitors and always answers 404; for a signed-in person the browser then
 * checks again (member-menu.tsx).
 */
export const loader =
  ({ api, queries }: AppContext): LoaderFunction =>
  async () => {
    const isStaff = getSession().isAuthenticated && (await queries.fetchQuery(meQuery(api))).is_staff
    if (!isStaff) throw data(null, { status: 404 })
    return (await queries.fetchQuery(secondFactorQuery(api))).is_needed ? 'needs second factor' : null
  }

/** The admin, or the request to set up a second factor first. */
export function Component() {
  return useLoaderData<string | null>() ? <AdminSecondFactor /> : <OpenAdmin />
}

/** The admin's menu and the chosen section. */
function OpenAdmin() {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // On a phone the menu is wider than the screen: scroll the current link into view. At another address another link is
  // marked.
  useEffect(() => {
    const here = menu.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (menu.current && here)
      menu.current.scrollLeft = here.offsetLeft - (menu.current.clientWidth - here.offsetWidth) / 2
  }, [pathname])
  return (
    <div className="mx-auto max-w-page px-4 pt-4 pb-12 sm:px-6 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-10 lg:pt-8">
      <nav
        ref={menu}
        aria-label="Комната модераторов"
        className="relative -mx-4 mb-6 overflow-x-auto px-4 sm:-mx-6 sm:px-6 lg:m-0 lg:overflow-visible lg:p-0"
      >
        <ul className="flex gap-1 lg:sticky lg:top-24 lg:flex-col">
          {staffScreens.map(({ path, name }) => (
            <li key={path}>
              <NavLink
                to={path === '' ? '/staff' : `/staff/${path}`}
                end={path === ''}
                className={({ isActive }) =>
                  clsx(
                    'flex min-h-11 items-center rounded-md px-3 whitespace-nowrap no-underline',
                    isActive ? 'bg-leaf-soft font-semibold text-ink' : 'text-leaf hover:bg-sunken',
                  )
                }
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <Suspense fallback={<Skeleton className="h-96" />}>
          <Routes>
            {staffScreens.map(({ path, name, Screen }) => (
              <Route
                key={path}
                path={path === '' ? path : `${path}/*`}
                element={
                  <>
                    <PageMeta title={screenTitle(name)} />
                    <Screen />
                  </>
                }
              />
            ))}
            <Route path="*" element={<ErrorView status={404} />} />
          </Routes>
        </Suspense>
      </div>
    </div>
  )
}
