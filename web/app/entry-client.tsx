import './styles.css'
import { hydrate } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createApi } from '#web/lib/api.ts'
import { App } from './app.tsx'
import { createContext } from './create-context.ts'
import { type Boot, bootElementId } from './document.tsx'
import { makeRoutes } from './routes.tsx'

async function start() {
  const boot = JSON.parse(document.getElementById(bootElementId)?.textContent ?? '') as Boot
  const api = createApi((path, init) => fetch(path, init))
  const context = createContext(api, boot.publicUrl)
  hydrate(context.queries, boot.queries)
  const routes = makeRoutes(context)
  // The code of the page shown must be there before hydration, or React would find nothing where the server put a screen.
  await Promise.all(
    (matchRoutes(routes, window.location) ?? []).map(async ({ route }) => {
      if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  const router = createBrowserRouter(routes, { hydrationData: boot.router })
  hydrateRoot(
    document,
    <App context={context} assets={boot.assets}>
      <RouterProvider router={router} />
    </App>,
  )
}

void start()
