import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { X } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { remarksQuery } from './api.ts'

const times = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short' })

/** What those who were given an address of the project have said of its lines. */
export function ProjectRemarks({ project: { id, lines } }: { project: Pick<Project, 'id' | 'lines'> }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { data: remarks = [] } = useQuery(remarksQuery(api, id))
  const remove = useMutation({
    mutationFn: (remark: string) => api.call('DELETE /projects/:id/remarks/:remark/', { params: { id, remark } }),
    onError: error => showToast({ message: error.message, tone: 'danger' }),
    onSettled: () => queries.invalidateQueries({ queryKey: remarksQuery(api, id).queryKey }),
  })
  if (remarks.length === 0) return null
  return (
    <section aria-labelledby="remarks" className="mt-10 border-t-2 border-leaf pt-3">
      <h2 id="remarks" className="text-xl">
        Замечания клиента
      </h2>
      <ul className="mt-3 grid gap-3">
        {remarks.map(({ id: remark, line, name, text, created_at }) => (
          <li key={remark} className="flex items-start gap-2 rounded-md border border-line px-4 py-3">
            <div className="min-w-0 grow">
              <p className="font-semibold wrap-anywhere">
                {lines.find(one => one.id === line)?.name ?? 'Удалённая строка'}
              </p>
              <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              <p className="text-sm wrap-anywhere text-muted">
                {name}, {times.format(new Date(created_at))}
              </p>
            </div>
            <IconButton label="Убрать замечание" icon={<X size={18} />} onClick={() => remove.mutate(remark)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
