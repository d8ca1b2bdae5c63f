import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { defaultCountry } from '#contract/companies.ts'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { choicesQuery } from '#web/features/products/form/api.ts'
import { FormPage, FormSkeleton } from '#web/features/products/form/form-page.tsx'
import { ProductForm } from '#web/features/products/form/product-form.tsx'
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

  function onSaved() {
    showToast({ message: 'Успешно сохранен' })
    void navigate('/products/my_products/')
  }

  return (
    <FormPage title="Новое растение">
      {team.data === null ? (
        <EmptyState
          title="Сначала расскажите о компании"
          action={<ButtonLink to="/teams/add-team">Создать компанию</ButtonLink>}
        >
          Растения продаёт компания: покупатели звонят ей. Создайте свою за минуту и возвращайтесь или попросите
          руководителя добавить вас сотрудником.
        </EmptyState>
      ) : team.data && choices.data ? (
        <ProductForm
          product={null}
          choices={choices.data}
          country={team.data.team_country || defaultCountry}
          assignees={team.data.can.edit ? team.data.members : null}
          refreshAccess={refreshAccess}
          onSaved={onSaved}
        />
      ) : (
        <Pending queries={[team, choices]}>
          <FormSkeleton />
        </Pending>
      )}
    </FormPage>
  )
}
