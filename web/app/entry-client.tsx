import './styles.css'
import { hydrate } from '@tanstack/react-query'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createApi } from '#web/lib/api.ts'
import { getSession, subscribeSession } from '#web/lib/session.ts'
import { App } from './app.tsx'
import { createContext } from './create-context.ts'
import { type Boot, bootElementId } from './document.tsx'
import { keepPeopleApart } from './reset-cache-on-user-change.ts'
import { makeRoutes, screensId } from './routes.tsx'

/** The whole document, which ends with the state, may not have arrived yet when this script has. */
function documentArrived(): Promise<unknown> | null {
  if (document.readyState !== 'loading') return null
  return new Promise(resolve => document.addEventListener('DOMContentLoaded', resolve, { once: true }))
}

/** Lets the browser scroll and answer between the parts of the start, each of which keeps a slow phone for a while. */
const nextTurn = () => new Promise(resolve => setTimeout(resolve))

async function start() {
  await documentArrived()
  await nextTurn()
  const boot = JSON.parse(document.getElementById(bootElementId)?.textContent ?? '') as Boot
  const api = createApi(async (path, init) => {
    // A visitor's first load does not need the session code.
    if (!getSession().isAuthenticated) return fetch(path, init)
    const { memberFetch } = await import('./member-fetch.ts')
    return memberFetch(path, init)
  })
  // before-paint.ts marks the session that the page began with; others begin and end while it is open.
  subscribeSession(() => document.documentElement.toggleAttribute('data-member', getSession().isAuthenticated))
  const context = createContext(api, boot.publicUrl)
  hydrate(context.queries, boot.queries)
  keepPeopleApart(context.queries)
  const late = async () => (await import('./lazy-routes.tsx')).lateRoutes(context)
  const routes = makeRoutes(context, boot.isLate ? await late() : [])
  const [member] = await Promise.all([
    getSession().isAuthenticated ? import('./member-start.ts') : null,
    // The code of the current page must be loaded before hydration, or React would not find the server-rendered screen.
    ...(matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  ])
  // Before the first screen sends requests, so that none is sent with a token that expired overnight.
  void member?.startSession(context)
  const router = createBrowserRouter(routes, {
    hydrationData: boot.router,
    patchRoutesOnNavigation: async ({ patch }) => patch(screensId, await late()),
  })
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    (window.requestIdleCallback ?? setTimeout)(
      () => void import('./offline/start.ts').then(({ startWorker }) => startWorker()),
    )
  await nextTurn()
  // In turns of a few milliseconds, so that a slow phone scrolls and answers meanwhile.
  startTransition(() => {
    hydrateRoot(
      document,
      <App context={context} assets={boot.assets}>
        <RouterProvider router={router} />
      </App>,
    )
  })
}

void start()
