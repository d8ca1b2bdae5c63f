import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { sharedQuery } from '#web/features/projects/api.ts'
import { headText } from '#web/features/projects/head-text.ts'
import { ScheduleTable } from '#web/features/projects/schedule-table.tsx'
import { totalsText } from '#web/features/projects/words.ts'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Printer } from '#web/ui/icons.ts'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params: { token = '' } }: LoaderFunctionArgs) => {
    await queries.ensureQueryData(sharedQuery(api, token))
    return null
  }

/** A project for those who were given its address: to be read, nothing else. */
export function Component() {
  const { api } = useApp()
  const { token = '' } = useParams()
  const { data: project } = useSuspenseQuery(sharedQuery(api, token))
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6">
      <PageMeta title={screenTitle(project.name)} />
      <p className="text-sm text-muted">Ассортиментная ведомость</p>
      <h1 className="text-3xl wrap-anywhere">{project.name}</h1>
      <p className="mt-1 text-muted">{headText(project)}</p>
      <div className="mt-3 mb-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p className="text-lg font-semibold">{totalsText(project)}</p>
        <Button variant="secondary" onClick={() => window.print()} className="needs-script print:hidden">
          <Printer size={18} />
          Печать
        </Button>
      </div>
      <ScheduleTable project={project} />
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3 text-muted print:hidden">
        Цены и наличие — питомников, на сегодня. У вас тоже есть список растений?
        <ButtonLink to="/projects/new" variant="secondary">
          Подбор по списку
        </ButtonLink>
      </p>
    </div>
  )
}
