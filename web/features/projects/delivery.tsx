import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import type { Project } from '#contract/projects.ts'
import type { TransportPlan } from '#contract/transport.ts'
import { refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'

const Tours = lazy(async () => ({ default: (await import('./tours.tsx')).Tours }))

interface DeliveryProps {
  project: Project
  /** Of what is chosen now; `null`: not asked for. */
  transport: TransportPlan | null
  onPlanned: (transport: TransportPlan) => void
}

/** How what is chosen is brought: asked for, or chosen together with the plants. */
export function Delivery({ project, transport, onPlanned }: DeliveryProps) {
  const { api } = useApp()
  const id = useId()
  const plan = useMutation({
    mutationFn: () => api.call('POST /projects/:id/transport/', { params: { id: project.id }, body: {} }),
    onSuccess: onPlanned,
    onError: error => showToast({ message: refusalOf(error), tone: 'danger' }),
  })
  if (!project.place || !project.lines.some(({ chosen }) => chosen !== null)) return null
  return (
    <section aria-labelledby={id} className="mt-8 rounded-xl border border-line bg-surface p-4 sm:p-5 print:hidden">
      <h2 id={id} className="text-xl">
        Доставка выбранного
      </h2>
      {transport ? (
        <Suspense fallback={<div className="mt-3 h-60" />}>
          <Tours transport={transport} lines={project.lines} />
        </Suspense>
      ) : (
        <>
          <p className="mt-1 mb-3 max-w-prose text-sm text-muted">
            Какими машинами всё привезти: одна может заехать в несколько питомников.
          </p>
          <Button variant="secondary" busy={plan.isPending} onClick={() => plan.mutate()}>
            Посчитать машины
          </Button>
        </>
      )}
    </section>
  )
}
