import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type SiteVehicles, vehiclesForm } from '#contract/transport.ts'
import type { Api } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'
import { typedVehicles, VehicleFields } from '#web/ui/vehicle-fields.tsx'

const siteVehiclesQuery = (api: Api) =>
  ({
    queryKey: ['staff', 'vehicles'],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call('GET /staff/vehicles/', { signal }),
    staleTime: 0,
  }) as const

const schema = z.object({ vehicles: vehiclesForm.min(1, 'Нужна хотя бы одна машина') })

export function Component() {
  const { api } = useApp()
  const vehicles = useQuery(siteVehiclesQuery(api))
  return (
    <div className="max-w-3xl">
      <PageMeta title={screenTitle('Машины')} />
      <h1 className="text-3xl">Машины</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        По этим машинам и ценам считается наёмная доставка во всех проектах.
      </p>
      {vehicles.data ? (
        <VehiclesForm site={vehicles.data} />
      ) : (
        <Pending queries={[vehicles]}>
          <Skeleton className="h-96" />
        </Pending>
      )}
    </div>
  )
}

function VehiclesForm({ site }: { site: SiteVehicles }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { form, field, submit, messages, busy } = useContractForm({
    schema,
    defaults: { vehicles: typedVehicles(site.vehicles) } as never,
    onSubmit: async body => {
      queries.setQueryData(siteVehiclesQuery(api).queryKey, await api.call('PUT /staff/vehicles/', { body }))
      showToast({ message: 'Машины сохранены' })
    },
  })
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-6">
      <FormErrors messages={messages} />
      <VehicleFields control={form.control as never} field={field as never} legend="Наёмные машины" />
      <div>
        <Button type="submit" busy={busy}>
          Сохранить
        </Button>
      </div>
    </form>
  )
}
