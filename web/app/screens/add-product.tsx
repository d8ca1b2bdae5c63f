import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { defaultCountry } from '#contract/companies.ts'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { choicesQuery, editedProductQuery } from '#web/features/products/form/api.ts'
import { FormPage, FormSkeleton } from '#web/features/products/form/form-page.tsx'
import { ProductForm } from '#web/features/products/form/product-form.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { showToast } from '#web/ui/toast.ts'
import { refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const navigate = useNavigate()
  const team = useQuery(myTeamQuery(api))
  const choices = useQuery(choicesQuery(api))
  const [params] = useSearchParams()
  const [category_slug = '', product_slug = ''] = params.get('copy')?.split('/') ?? []
  const isCopy = product_slug !== ''
  const original = useQuery({ ...editedProductQuery(api, { category_slug, product_slug }), enabled: isCopy })
  const isGone = original.error instanceof ApiError && original.error.status === 404
  // Only products of one's own company can be copied.
  const copied = original.data?.team.id === team.data?.id ? original.data : undefined
  const isKnown = !isCopy || isGone || original.data !== undefined

  function onSaved() {
    showToast({ message: 'Успешно сохранен' })
    void navigate('/products/my_products/')
  }

  return (
    <FormPage title="Новое растение">
      {isCopy && isKnown && team.data && (
        <p className="-mt-3 mb-5 text-muted">
          {copied
            ? `Копия объявления «${copied.name}»: всё, кроме снимков и артикулов.`
            : 'Объявления, с которого вы хотели снять копию, у вашей компании нет.'}
        </p>
      )}
      {team.data === null ? (
        <EmptyState
          title="Сначала расскажите о компании"
          action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}
        >
          Растения продаёт компания: покупатели звонят ей. Создайте свою за минуту и возвращайтесь или попросите
          руководителя добавить вас сотрудником.
        </EmptyState>
      ) : team.data && choices.data && isKnown ? (
        <ProductForm
          product={null}
          copied={copied}
          choices={choices.data}
          country={team.data.team_country || defaultCountry}
          assignees={team.data.can.edit ? team.data.members : null}
          refreshAccess={refreshAccess}
          onSaved={onSaved}
        />
      ) : (
        <Pending queries={isCopy ? [team, choices, original] : [team, choices]}>
          <FormSkeleton />
        </Pending>
      )}
    </FormPage>
  )
}
