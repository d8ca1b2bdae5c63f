import { useState } from 'react'
import { Link } from 'react-router'
import type { ProjectSummary } from '#contract/projects.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Link2, Trash2 } from '#web/ui/icons.ts'
import { headText } from './head-text.ts'
import { RemoveDialog, useRemoveProject } from './remove-project.tsx'
import { chosenText } from './words.ts'

/** The person's projects, the last changed first. */
export function ProjectList({ projects }: { projects: ProjectSummary[] }) {
  const [doomed, setDoomed] = useState<ProjectSummary | null>(null)
  const remove = useRemoveProject()
  return (
    <>
      <ul className="rounded-lg border border-line bg-surface">
        {projects.map(project => (
          <li
            key={project.id}
            className="relative flex items-center gap-3 border-line px-4 py-3 not-first:border-t hover:bg-leaf-soft/35 sm:px-5"
          >
            <div className="min-w-0 grow">
              <h2 className="text-lg wrap-anywhere">
                <Link to={`/projects/${project.id}`} className="stretched text-leaf no-underline">
                  {project.name}
                </Link>
              </h2>
              <p className="text-sm text-muted">{headText(project)}</p>
              <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm tabular-nums">
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
      </ul>
      <RemoveDialog
        project={doomed}
        busy={remove.isPending}
        onClose={() => setDoomed(null)}
        onConfirm={id => remove.mutate(id, { onSettled: () => setDoomed(null) })}
      />
    </>
  )
}
