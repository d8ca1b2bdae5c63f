import { lazy, type ReactNode, Suspense } from 'react'
import { useChosen } from './chosen.ts'

const CompareBar = lazy(async () => ({ default: (await import('./compare-bar.tsx')).CompareBar }))

/**
 * At the lower edge of a screen on which one chooses, above the navigation icons of members: the bar of what is chosen,
 * which is loaded when something is, and below it what else the screen keeps there. Its place is after the end of the
 * page, so it covers nothing there.
 */
export function CompareDock({ children }: { children?: ReactNode }) {
  const chosen = useChosen()
  const isEmpty = chosen.offer.length + chosen.plant.length === 0
  return (
    <div className="sticky bottom-0 z-30 -mx-4 sm:-mx-6 print:hidden [&:has(>:not(output))]:mt-8 [:root[data-member]_&]:max-md:bottom-14">
      {/* Always there, or screen readers would miss the first choice. */}
      <output className="sr-only">{chosen.news}</output>
      {!isEmpty && (
        <Suspense>
          <CompareBar chosen={chosen} />
        </Suspense>
      )}
      {children}
    </div>
  )
}
