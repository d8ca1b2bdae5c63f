import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Project } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { projectsKey } from './api.ts'

export function useRemoveProject() {
  const { api } = useApp()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /projects/:id/', { params: { id } }),
    onSuccess: () => {
      showToast({ message: 'Проект удалён.' })
      void queries.invalidateQueries({ queryKey: [...projectsKey, 'lists'] })
    },
    onError: error => showToast({ message: error.message, tone: 'danger' }),
  })
}

interface RemoveDialogProps {
  /** `null`: not asked. */
  project: Pick<Project, 'id' | 'name'> | null
  busy: boolean
  onClose: () => void
  onConfirm: (id: string) => void
}

export function RemoveDialog({ project, busy, onClose, onConfirm }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open={project !== null}
      onClose={onClose}
      title="Удалить проект?"
      label="Удалить"
      busy={busy}
      onConfirm={() => project && onConfirm(project.id)}
    >
      <p className="wrap-anywhere">«{project?.name}» исчезнет со всеми строками, ссылка на него перестанет работать.</p>
    </ConfirmDialog>
  )
}
