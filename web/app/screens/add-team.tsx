import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import type { Team } from '#contract/companies.ts'
import { companyChoicesQuery, myTeamQuery } from '#web/features/companies/api.ts'
import { NewCompanyForm } from '#web/features/companies/new-company-form.tsx'
import { useGoBack } from '#web/features/companies/use-go-back.ts'
import { useApp } from '#web/lib/app-context.ts'
import { saveTeam } from '#web/lib/session.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const { api } = useApp()
  const queries = useQueryClient()
  const goBack = useGoBack('/products/my_products')
  const team = useQuery(myTeamQuery(api))
  const choices = useQuery(companyChoicesQuery(api))
  const [isCreated, setCreated] = useState(false)

  async function onCreated(created: Team) {
    // Once there is a company, this screen would redirect to it instead of going back.
    setCreated(true)
    saveTeam(created)
    await queries.invalidateQueries({ queryKey: ['member'] })
    showToast({ message: 'Информация успешно сохранена' })
    goBack()
  }

  if (team.data && !isCreated) return <Navigate to="/teams/team" replace />
  return (
    <div className="mx-auto max-w-3xl px-4 pt-8 sm:px-6">
      <PageMeta title={screenTitle('Новая компания')} />
      <h1 className="text-3xl">Новая компания</h1>
      <p className="mt-2 mb-8 text-muted">
        Покупатели увидят её страницу с телефоном и всеми вашими растениями. Поля со звёздочкой обязательны.
      </p>
      {team.data === undefined || !choices.data ? (
        <Pending queries={[team, choices]}>
          <Skeleton className="h-[50rem]" />
        </Pending>
      ) : (
        <NewCompanyForm choices={choices.data} onCreated={onCreated} />
      )}
    </div>
  )
}
