import type { ReactNode } from 'react'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface FormPageProps {
  title: string
  /** The product's name, if it has one. */
  name?: string
  children: ReactNode
}

/** The page around the form, the same on both of its screens. */
export function FormPage({ title, name, children }: FormPageProps) {
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <PageMeta title={screenTitle(title)} />
      <Breadcrumbs crumbs={[{ name: 'Мои растения', to: '/products/my_products' }, { name: name ?? title }]} />
      <h1 className="mt-2 mb-6 text-3xl">{title}</h1>
      {children}
    </div>
  )
}

export function FormSkeleton() {
  return (
    <div aria-busy className="grid gap-5 pb-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-8">
      <span className="sr-only">Загружаем форму</span>
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
      <Skeleton className="h-96" />
    </div>
  )
}
