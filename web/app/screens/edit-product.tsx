import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { myTeamQuery } from '#web/features/companies/api.ts'
import { choicesQuery, editedProductQuery } from '#web/features/products/form/api.ts'
import { FormPage, FormSkeleton } from '#web/features/products/form/form-page.tsx'
import { ProductForm } from '#web/features/products/form/product-form.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { showToast } from '#web/ui/toast.ts'
import { refreshAccess } from '../member-fetch.ts'

export function Component() {
  const { api } = useApp()
  const navigate = useNavigate()
  const { category_slug = '', product_slug = '' } = useParams()
  const product = useQuery(editedProductQuery(api, { category_slug, product_slug }))
  const choices = useQuery(choicesQuery(api))
  const team = useQuery({ ...myTeamQuery(api), enabled: product.data?.can.assign === true })

  function onSaved() {
    showToast({ message: 'Информация сохранена' })
    void navigate('/products/my_products/')
  }

  if (product.error instanceof ApiError && product.error.status === 404)
    return (
      <>
        <PageMeta title={screenTitle('Растение не найдено')} />
        <ErrorView status={404} />
      </>
    )
  const isReady = product.data && choices.data && (!product.data.can.assign || team.data !== undefined)
  return (
    <FormPage title="Изменить растение" name={product.data?.name}>
      {product.data && !product.data.can.edit ? (
        <EmptyState
          title="Это растение меняют другие"
          action={<ButtonLink to={product.data.get_absolute_url}>Открыть растение</ButtonLink>}
        >
          Изменять и удалять его могут создатель компании {product.data.team.company_name} и сотрудник, который за него
          отвечает.
        </EmptyState>
      ) : isReady && product.data && choices.data ? (
        <ProductForm
          key={product.data.id}
          product={product.data}
          choices={choices.data}
          country=""
          assignees={product.data.can.assign ? (team.data?.members ?? []) : null}
          refreshAccess={refreshAccess}
          onSaved={onSaved}
        />
      ) : (
        <Pending queries={[product, choices, team]}>
          <FormSkeleton />
        </Pending>
      )}
    </FormPage>
  )
}
