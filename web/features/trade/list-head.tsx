import type { ReactNode } from 'react'

/** The heading of a list of projects, requests or deals, with what narrows it beside it where there is room. */
export function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <h1 className="text-3xl xl:text-2xl">{title}</h1>
      {children}
    </div>
  )
}
