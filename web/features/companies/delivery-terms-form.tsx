import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { type DeliveryTerms, deliveryTermsForm } from '#contract/transport.ts'
import type { Api } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { useContractForm } from '#web/ui/form.ts'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { typedVehicles, VehicleFields } from '#web/ui/vehicle-fields.tsx'

const deliveryTermsQuery = (api: Api, id: string) =>
  ({
    queryKey: ['companies', id, 'delivery-terms'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.call('GET /teams/:id/delivery_terms/', { params: { id }, signal }),
    staleTime: 0,
  }) as const

/** As the field takes it. */
const typed = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

const days = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** How a company delivers, for those who plan lorries. */
export function DeliveryTermsSection({ companyId }: { companyId: number }) {
  const { api } = useApp()
  const terms = useQuery(deliveryTermsQuery(api, String(companyId)))
  return (
    <section aria-labelledby="delivery-terms" className="mt-14 border-t border-line pt-8">
      <h2 id="delivery-terms" className="text-2xl">
        Машины и погрузка
      </h2>
      <p className="mt-1 mb-6 max-w-prose text-muted">
        По этим условиям покупателю считается доставка. Без своих машин считаем по наёмным.
      </p>
      {terms.data ? (
        <TermsForm key={companyId} companyId={companyId} terms={terms.data} />
      ) : (
        <Pending queries={[terms]}>
          <Skeleton className="h-60" />
        </Pending>
      )}
    </section>
  )
}

function TermsForm({ companyId, terms }: { companyId: number; terms: DeliveryTerms }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { form, field, submit, messages, busy } = useContractForm({
    schema: deliveryTermsForm,
    defaults: {
      vehicles: typedVehicles(terms.vehicles),
      radius_km: typed(terms.radius_km),
      free_from: typed(terms.free_from),
      pickup: terms.pickup,
      loading_days: terms.loading_days,
    } as never,
    onSubmit: async body => {
      const saved = await api.call('PUT /teams/:id/delivery_terms/', { params: { id: String(companyId) }, body })
      queries.setQueryData(deliveryTermsQuery(api, String(companyId)).queryKey, saved)
      showToast({ message: 'Условия доставки сохранены' })
    },
  })
  const chosen = (useWatch({ control: form.control, name: 'loading_days' as never }) ?? []) as number[]
  return (
    <form noValidate onSubmit={event => void submit(event)} className="flex flex-col gap-6">
      <FormErrors messages={messages} />
      <VehicleFields control={form.control as never} field={field as never} legend="Свои машины" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Возим не дальше, км"
          hint="Пусто — куда угодно"
          inputMode="decimal"
          autoComplete="off"
          {...field('radius_km' as never)}
        />
        <TextField
          label="Бесплатно при заказе от, ₽"
          hint="Пусто — всегда платно"
          inputMode="decimal"
          autoComplete="off"
          {...field('free_from' as never)}
        />
      </div>
      <fieldset>
        <legend className="mb-1 font-semibold">Дни погрузки</legend>
        <p className="text-sm text-muted">Ничего не отмечено — любой день.</p>
        <div className="flex flex-wrap gap-x-5">
          {days.map((name, at) => (
            <CheckboxField
              key={name}
              label={name}
              checked={chosen.includes(at + 1)}
              onChange={({ target }) =>
                form.setValue(
                  'loading_days' as never,
                  (target.checked ? [...chosen, at + 1] : chosen.filter(day => day !== at + 1)) as never,
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <CheckboxField
        label="Наёмная машина может приехать на погрузку"
        hint="Без этого возят только ваши машины"
        {...field('pickup' as never)}
      />
      <div>
        <Button type="submit" busy={busy} className="max-sm:w-full">
          Обновить условия доставки
        </Button>
      </div>
    </form>
  )
}
