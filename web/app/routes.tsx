/*
 * Every screen is a module of web/app/screens with
 *   export function Component()                      the screen; reads its data by useSuspenseQuery with the same
 *                                                    query options that the loader prefetched
 *   export const loader = (context: AppContext) => async ({ params, request }: LoaderFunctionArgs) => null
 *                                                    optional: `await context.queries.ensureQueryData(…)` for everything
 *                                                    the screen shows (start all, then await), returns null; an ApiError
 *                                                    that it throws becomes the error page of its status;
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
import type { FilterState } from '#web/features/offers/filter-state.ts'
import { ApiError } from '#web/lib/api.ts'
import type { AppContext } from '#web/lib/app-context.ts'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Layout } from './layout.tsx'

export interface ScreenModule {
  Component: ComponentType
  loader?: (context: AppContext) => LoaderFunction
}

export interface RouteHandle {
  /** The route's module, whose files the server preloads in the page's head. */
  module: string
  /** The route is in lazy-routes.tsx. */
  isLate: boolean
  /** The query parameters that the screen reads for visitors; the server ignores all others. */
  reads: readonly string[]
}

/** An error of the API becomes the status of the page. */
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

/** Query parameters of a list of plants; only used on the server, so removed from the browser's build. */
const listParameters = import.meta.env.SSR
  ? ([
      'search',
      'price_from',
      'price_to',
      'height_from',
      'height_to',
      'zone',
      'place',
      'hardy',
      'rsp',
      'region',
      'ordering',
      'page',
    ] as const satisfies (keyof FilterState | 'page')[])
  : []

/** A public screen; `module` is a file of web/app/screens, `reads` its query parameters. */
export function screen(
  context: AppContext,
  path: string,
  module: string,
  load: () => Promise<ScreenModule>,
  reads: readonly string[] = [],
  isLate = false,
): RouteObject {
  return {
    id: module,
    path,
    handle: { module: `web/app/screens/${module}.tsx`, isLate, reads } satisfies RouteHandle,
    lazy: async () => {
      const { Component, loader } = await load()
      return loader ? { Component, loader: withStatus(loader(context)) } : { Component }
    },
  }
}

/** A page loaded as a document has the key `default` at any address, so its scroll position is stored by address. */
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

/** The id of the route that contains all screens. */
export const screensId = 'screens'

/**
 * All routes of the site: the first ones of most visits, and `late` ones (lazy-routes.tsx). A context belongs to one
 * page in a browser or one rendering on the server.
 */
export function makeRoutes(context: AppContext, late: RouteObject[]): RouteObject[] {
  const screens = [
    screen(context, '/', 'home', () => import('./screens/home.tsx'), listParameters),
    screen(context, '/products/:category_slug', 'category', () => import('./screens/category.tsx'), listParameters),
    screen(context, '/:category_slug/:product_slug', 'product', () => import('./screens/product.tsx')),
    ...late,
  ]
  const nowhere: RouteObject = {
    id: 'nowhere',
    path: '*',
    Component: Outlet,
    loader: () => {
      throw data(null, { status: 404 })
    },
  }
  return [
    { Component: Root, children: [{ id: screensId, ErrorBoundary: ErrorScreen, children: [...screens, nowhere] }] },
  ]
}
