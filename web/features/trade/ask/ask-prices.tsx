import type { Project } from '#contract/projects.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'

/** On a project that has something to ask for. */
export function AskPrices({ project: { id, lines } }: { project: Pick<Project, 'id' | 'lines'> }) {
  if (lines.every(({ state }) => state === 'note')) return null
  return (
    <>
      <ButtonLink to={`/projects/${id}/request`}>Запросить цены</ButtonLink>
      <ButtonLink to={`/projects/${id}/post`} variant="secondary">
        Спросить в ленте
      </ButtonLink>
    </>
  )
}
