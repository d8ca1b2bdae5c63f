/*
 * Every screen is a module of web/app/screens with
 *   export function Component()                      the screen; reads its data by useSuspenseQuery with the same
 *                                                    query options that the loader prefetched
 *   export const loader = (context: AppContext) => async ({ params, request }: LoaderFunctionArgs) => null
 *                                                    optional: `await context.queries.ensureQueryData(…)` for everything
 *                                                    the screen shows (start all, then await), returns null; an ApiError
 *                                                    that it lets through becomes the error page of its status;
 *                                                    `throw redirect(path, 301)` for addresses that moved
 * Screens of visitors have loaders and are rendered on the server; screens of members have none.
 */
import type { ComponentType } from 'react'
import {
  data,
  isRouteErrorResponse,
  type LoaderFunction,
  type Location,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useRouteError,
} from 'react-router'
import { ApiError } from '#web/lib/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import type { MemberScreen, OpenScreen } from './late-screens.ts'
import { Layout } from './layout.tsx'

interface ScreenModule {
  Component: ComponentType
  loader?: (context: AppContext) => LoaderFunction
}

/** Where a route's code lies, so that the server can name its files in the page's head. */
export interface RouteHandle {
  module: string
}

/** What the API refuses becomes the page's own status. */
function withStatus(loader: LoaderFunction): LoaderFunction {
  return async (args, context) => {
    try {
      return await loader(args, context)
    } catch (error) {
      if (error instanceof ApiError) throw data(null, { status: error.status || 503 })
      throw error
    }
  }
}

function screen(context: AppContext, path: string, module: string, load: () => Promise<ScreenModule>): RouteObject {
  return {
    path,
    handle: { module: `web/app/screens/${module}.tsx` } satisfies RouteHandle,
    lazy: async () => {
      const { Component, loader } = await load()
      return loader ? { Component, loader: withStatus(loader(context)) } : { Component }
    },
  }
}

/** A screen of late-screens.ts for everybody. */
function lateScreen(context: AppContext, path: string, module: OpenScreen): RouteObject {
  return screen(context, path, module, async () => (await import('./late-screens.ts')).openScreens[module]())
}

/** A screen of late-screens.ts for signed-in people; visitors are led to /login and back. */
function memberScreen(path: string, module: MemberScreen): RouteObject {
  return {
    path,
    handle: { module: `web/app/screens/${module}.tsx` } satisfies RouteHandle,
    lazy: async () => {
      const { loadMemberScreen } = await import('./late-screens.ts')
      return { Component: await loadMemberScreen(module) }
    },
  }
}

/** A page loaded as a document has the key `default` whatever its address: it remembers its place by the address. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

function Root() {
  return (
    <Layout>
      <Outlet />
      <ScrollRestoration getKey={scrollKey} />
    </Layout>
  )
}

function ErrorScreen() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <>
      <PageMeta title={screenTitle(status === 404 ? 'Страница не найдена' : 'Ошибка')} />
      <ErrorView status={status} retryHref={pathname + search} />
    </>
  )
}

/** All addresses of the site. A context belongs to one browser page or one rendering on the server. */
export function makeRoutes(context: AppContext): RouteObject[] {
  const screens = [
    screen(context, '/', 'home', () => import('./screens/home.tsx')),
    lateScreen(context, '/about', 'about'),
    lateScreen(context, '/contact', 'contact'),
    screen(
      context,
      '/products/teamproductslist/:id',
      'company-products',
      () => import('./screens/company-products.tsx'),
    ),
    screen(context, '/teams/get_current_team/:id', 'company', () => import('./screens/company.tsx')),
    screen(context, '/products/:category_slug', 'category', () => import('./screens/category.tsx')),
    screen(context, '/:category_slug/:product_slug', 'product', () => import('./screens/product.tsx')),
    lateScreen(context, '/login', 'login'),
    lateScreen(context, '/signup', 'signup'),
    lateScreen(context, '/activateemail', 'activate-email'),
    lateScreen(context, '/password-reset', 'password-reset'),
    lateScreen(context, '/password-reset/confirm', 'password-reset-confirm'),
    memberScreen('/profile/edit', 'edit-profile'),
    memberScreen('/profile/edit/password', 'edit-password'),
    memberScreen('/profile/:id', 'profile'),
    memberScreen('/notifications', 'notifications'),
    memberScreen('/products/create', 'add-product'),
    memberScreen('/products/:category_slug/:product_slug/edit', 'edit-product'),
    memberScreen('/products/my_products', 'my-products'),
    memberScreen('/teams/add-team', 'add-team'),
    memberScreen('/teams/edit-team', 'edit-team'),
    memberScreen('/teams/add-member', 'add-member'),
    memberScreen('/teams/team', 'team'),
    memberScreen('/feed', 'feed'),
    memberScreen('/post/:id', 'post'),
    memberScreen('/trends/:id', 'trend'),
    memberScreen('/search', 'search'),
    memberScreen('/chat', 'chat'),
    memberScreen('/profile/:id/friends', 'friends'),
    lateScreen(context, '/publications', 'in-preparation'),
  ]
  if (import.meta.env.DEV) screens.push(screen(context, '/dev/ui', 'ui-parts', () => import('./screens/ui-parts.tsx')))
  const nowhere: RouteObject = {
    path: '*',
    Component: Outlet,
    loader: () => {
      throw data(null, { status: 404 })
    },
  }
  return [{ Component: Root, children: [{ ErrorBoundary: ErrorScreen, children: [...screens, nowhere] }] }]
}
