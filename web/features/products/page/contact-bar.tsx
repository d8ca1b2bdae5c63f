import type { ReactNode } from 'react'

/** The seller's contacts within thumb's reach on a phone, for what sticks to the lower edge of the screen. */
export function ContactBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex gap-2 border-t border-line bg-surface px-4 py-2 sm:px-6 lg:hidden [&>*]:min-w-0 [&>*]:grow [&>*]:px-2 min-[22.5rem]:[&>*]:basis-0">
      {children}
    </div>
  )
}
