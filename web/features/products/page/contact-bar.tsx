import type { ReactNode } from 'react'

/**
 * The seller's contacts within thumb's reach, at the lower edge of a phone screen, above the navigation icons of members.
 * Its place is after the end of the page, so it covers nothing there.
 */
export function ContactBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-30 -mx-4 mt-8 flex gap-2 border-t border-line bg-surface px-4 py-2 sm:-mx-6 sm:px-6 lg:hidden print:hidden [:root[data-member]_&]:max-md:bottom-14 [&>*]:grow [&>*]:basis-0">
      {children}
    </div>
  )
}
