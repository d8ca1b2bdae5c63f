import { useState } from 'react'
import { Link } from 'react-router'
import type { ProjectSummary } from '#contract/projects.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link2, Trash2 } from '#web/ui/icons.ts'
import { WorkList } from '#web/ui/work-table.tsx'
import { headText } from './head-text.ts'
import { RemoveDialog, useRemoveProject } from './remove-project.tsx'
import { chosenText } from './words.ts'

/** The person's projects, the last changed first. */
export function ProjectList({ projects }: { projects: ProjectSummary[] }) {
  const [doomed, setDoomed] = useState<ProjectSummary | null>(null)
  const remove = useRemoveProject()
  return (
    <>
      <WorkList>
        {projects.map(project => (
          <li key={project.id} className="relative flex min-h-14 items-center gap-3 px-4 py-1.5 hover:bg-leaf-soft/35">
            <div className="min-w-0 grow gap-x-6 sm:grid sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
              <h2 className="font-sans text-base leading-snug font-semibold wrap-anywhere">
                <Link to={`/projects/${project.id}`} className="stretched text-leaf no-underline">
                  {project.name}
                </Link>
              </h2>
              <p className="text-sm leading-snug text-muted sm:row-start-2">{headText(project)}</p>
              <p className="flex flex-wrap gap-x-4 text-sm tabular-nums sm:row-span-2 sm:justify-end">
                {chosenText(project.chosen_count, project.lines_count)}
                {project.is_shared && (
                  <span className="inline-flex items-center gap-1.5 text-muted">
                    <Link2 size={15} />
                    открыт по ссылке
                  </span>
                )}
              </p>
            </div>
            <IconButton
              label={`Удалить «${project.name}»`}
              icon={<Trash2 size={20} />}
              onClick={() => setDoomed(project)}
              className="z-10"
            />
          </li>
        ))}
      </WorkList>
      <RemoveDialog
        project={doomed}
        busy={remove.isPending}
        onClose={() => setDoomed(null)}
        onConfirm={id => remove.mutate(id, { onSettled: () => setDoomed(null) })}
      />
    </>
  )
}
