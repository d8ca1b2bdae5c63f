import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ProjectSummary } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { type Messages, messagesOfAnswer } from '#web/ui/refusals.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { projectQuery, projectsKey, recentProjectsQuery } from './api.ts'
import type { Wanted } from './intents.ts'

interface AddDialogProps {
  isOpen: boolean
  onClose: () => void
  wanted: Wanted
  quantity: number | null
}

/** Into which project, and how many. */
export function AddDialog({ isOpen, onClose, wanted, quantity }: AddDialogProps) {
  const { api } = useApp()
  const projects = useQuery({ ...recentProjectsQuery(api), enabled: isOpen })
  const [added, setAdded] = useState<{ id: string; name: string } | null>(null)
  function close() {
    setAdded(null)
    onClose()
  }
  return (
    <Dialog open={isOpen} onClose={close} title={added ? 'Добавлено' : 'Добавить в проект'}>
      {added ? (
        <div role="status" className="grid gap-4">
          <p className="wrap-anywhere">
            {wanted.name} — в проекте «{added.name}».
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" onClick={close}>
              Продолжить
            </Button>
            <ButtonLink to={`/projects/${added.id}`}>Открыть проект</ButtonLink>
          </div>
        </div>
      ) : !isOpen ? null : projects.data ? (
        <AddForm projects={projects.data.results} wanted={wanted} quantity={quantity} onAdded={setAdded} />
      ) : (
        <Pending queries={[projects]}>
          <Skeleton className="h-40" />
        </Pending>
      )}
    </Dialog>
  )
}

interface AddFormProps extends Pick<AddDialogProps, 'wanted' | 'quantity'> {
  /** The last changed first. */
  projects: ProjectSummary[]
  onAdded: (project: { id: string; name: string }) => void
}

function AddForm({ projects, wanted, quantity, onAdded }: AddFormProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const nameId = useId()
  /** `""`: a new one. */
  const [id, setId] = useState(projects[0]?.id ?? '')
  const [name, setName] = useState('Мой проект')
  const [count, setCount] = useState(String(quantity ?? 1))
  const [errors, setErrors] = useState<Messages>({})
  const [isSaving, setSaving] = useState(false)

  async function add() {
    if (isSaving) return
    setSaving(true)
    setErrors({})
    const line = { [wanted.kind]: wanted.id, quantity: count.replaceAll(/\s/g, '') }
    try {
      const project =
        id === ''
          ? await api.call('POST /projects/', { body: { ...line, name } })
          : await api.call('POST /projects/:id/lines/', { params: { id }, body: line })
      queries.setQueryData(projectQuery(api, project.id).queryKey, project)
      void queries.invalidateQueries({ queryKey: [...projectsKey, 'lists'] })
      onAdded(project)
    } catch (failure) {
      setErrors(messagesOfAnswer(failure))
    } finally {
      setSaving(false)
    }
  }

  const shown = new Set(['quantity', 'name'])
  return (
    <form
      noValidate
      aria-label="Добавить в проект"
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <p className="wrap-anywhere">{wanted.name}</p>
      <FormErrors messages={Object.entries(errors).flatMap(([field, text]) => (shown.has(field) ? [] : [text]))} />
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <SelectField label="Проект" value={id} onChange={event => setId(event.target.value)}>
          {projects.map(project => (
            <option key={project.id} value={project.id}>
              {project.name}
            </option>
          ))}
          <option value="">Новый проект</option>
        </SelectField>
        <TextField
          label="Сколько, шт."
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={event => setCount(event.target.value)}
          error={errors.quantity}
        />
      </div>
      {id === '' && (
        <TextField
          id={nameId}
          label="Название нового проекта"
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={event => setName(event.target.value)}
          error={errors.name}
        />
      )}
      <div className="mt-1 flex justify-end">
        <Button type="submit" busy={isSaving}>
          Добавить
        </Button>
      </div>
    </form>
  )
}
