import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useSession } from '#web/lib/session.ts'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { Footer } from './footer.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const { isAuthenticated } = useSession()
  const main = useRef<HTMLElement>(null)
  const lastPathname = useRef(pathname)

  // Focus moves to the start of a new screen, as with a new document, unless the screen (a form) has set the focus
  // itself.
  useEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className="flex min-h-dvh flex-col">
      {navigation.state !== 'idle' && <div className="loading-bar" aria-hidden />}
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-md bg-leaf px-4 py-3 font-semibold text-on-leaf focus:translate-y-0"
      >
        К содержанию
      </a>
      <TopBar />
      {/* The footer is below the edge of the window, so that content that arrives later does not move what is seen. */}
      <main id="main" ref={main} tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none print:min-h-0">
        {children}
      </main>
      <Footer />
      {/* On a phone the members' icons cover the lower edge: leave room for them below the footer. */}
      {isAuthenticated && <div aria-hidden className="h-14 bg-cover md:hidden print:hidden" />}
      <ToastRegion />
    </div>
  )
}
