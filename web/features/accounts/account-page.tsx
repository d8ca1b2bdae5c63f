import { type ReactNode, useEffect, useRef } from 'react'
import { Rings } from './rings.tsx'

interface AccountPageProps {
  title: string
  intro?: ReactNode
  /** This state has replaced another one: its heading gets the focus. */
  isNews?: boolean
  children: ReactNode
}

const reasons = [
  'Растения с ценами, размерами и снимками: вышли в каталог, и их видят все.',
  'Компания и её сотрудники: каждый ведёт своё, создатель видит всё.',
  'Смотреть каталог можно и без входа.',
]

/** The layout of sign-in, sign-up and related screens: a column of fields and, on wide screens, a panel beside it. */
export function AccountPage({ title, intro, isNews, children }: AccountPageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <div className="mx-auto grid max-w-page gap-x-16 px-4 pt-8 pb-4 sm:px-6 sm:pt-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="mx-auto w-full max-w-md lg:mr-0 lg:py-6">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          {title}
        </h1>
        {intro && <div className="mt-3 text-muted">{intro}</div>}
        <div className="mt-6">{children}</div>
      </div>
      <aside className="relative hidden min-h-[36rem] overflow-hidden rounded-xl bg-cover text-on-cover lg:block">
        <Rings className="absolute inset-0 size-full" />
        {/* The rings fade out behind the text. */}
        <div className="absolute inset-0 bg-linear-to-br from-cover from-35% to-transparent to-75%" />
        <div className="relative max-w-sm p-10">
          <p className="font-serif text-2xl">Свой кабинет в каталоге растений</p>
          <ul className="mt-5 grid gap-3">
            {reasons.map(reason => (
              <li key={reason} className="border-l-2 border-on-cover/40 pl-3">
                {reason}
              </li>
            ))}
          </ul>
        </div>
      </aside>
    </div>
  )
}
