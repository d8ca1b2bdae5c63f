import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Project, ProjectLine } from '#contract/projects.ts'
import { useApp } from '#web/lib/app-context.ts'
import { download, type MemberFetch } from '#web/lib/download.ts'
import { Button } from '#web/ui/button.tsx'
import { Download, Link2, Pencil, Printer, Trash2 } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { AddLines } from './add-lines.tsx'
import { projectQuery } from './api.ts'
import { Delivery } from './delivery.tsx'
import { headText } from './head-text.ts'
import { KeysHint, LineList } from './line-list.tsx'
import { ProjectRemarks } from './project-remarks.tsx'
import { RemoveDialog, useRemoveProject } from './remove-project.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { Summary } from './summary.tsx'
import { showError } from './use-change-project.ts'
import { usePrinting } from './use-printing.ts'
import { useProjectWork } from './use-project-work.ts'

interface ProjectViewProps {
  project: Project
  fetch: MemberFetch
  /** What else can be done with the project, first among its actions. */
  actions?: ReactNode
  /** Above everything that is chosen. */
  notice?: ReactNode
  /** How lines differ from what was asked for, by their ids. */
  lineNotes?: ReadonlyMap<string, string>
}

/** A project as its owner works on it. */
export function ProjectView({ project, fetch, actions, notice, lineNotes }: ProjectViewProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id } = project
  const { change, busy, said, lineActions, addLines, choosing, removal, transport } = useProjectWork(project)
  const isPrinting = usePrinting()
  const [dialog, setDialog] = useState<'settings' | 'share' | 'removal' | null>(null)
  const remove = useRemoveProject()
  const close = () => setDialog(null)

  const setUrl = (share_url: string | null) => {
    queries.setQueryData(projectQuery(api, id).queryKey, before => before && { ...before, share_url })
  }

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <h1 className="text-3xl wrap-anywhere xl:text-2xl">{project.name}</h1>
          <p className="mt-1 text-muted xl:mt-0 xl:text-sm">{headText(project)}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {actions}
          <Button variant="secondary" onClick={() => setDialog('share')}>
            <Link2 size={18} />
            {project.share_url ? 'Открыт по ссылке' : 'Поделиться'}
          </Button>
          <Downloads project={id} fetch={fetch} />
        </div>
      </div>
      {notice && <div className="mt-3 print:hidden">{notice}</div>}
      {isPrinting ? (
        <div className="mt-4">
          <ScheduleTable project={project} />
        </div>
      ) : (
        <div className="mt-4 grid gap-x-10 gap-y-8 xl:mt-2 xl:grid-cols-[minmax(0,1fr)_21rem] print:hidden">
          <div className="xl:order-last">
            <div className="xl:sticky xl:top-20">
              <Summary
                project={project}
                choosing={choosing.strategy}
                isApproximate={choosing.isApproximate}
                isByHand={choosing.isByHand}
                onChoose={strategy => void choosing.all(strategy)}
                onPlace={({ id: place }) =>
                  change(() => api.call('PATCH /projects/:id/', { params: { id }, body: { place } })).catch(showError)
                }
              />
            </div>
          </div>
          <div className="min-w-0">
            <LineList
              lines={project.lines}
              busy={busy}
              actions={lineActions}
              said={said}
              notes={lineNotes}
              tools={<Tools onSettings={() => setDialog('settings')} onRemove={() => setDialog('removal')} />}
            >
              {removal.line && <Removed line={removal.line} undo={removal.undo} onRestore={removal.restore} />}
            </LineList>
            <KeysHint />
            <AddLines onAdd={addLines} />
            <Delivery project={project} transport={transport.plan} onPlanned={transport.setPlan} />
          </div>
        </div>
      )}
      <SettingsDialog
        isOpen={dialog === 'settings'}
        onClose={close}
        project={project}
        onSave={body => change(() => api.call('PATCH /projects/:id/', { params: { id }, body }))}
      />
      <ProjectRemarks project={project} />
      <ShareDialog
        project={id}
        isOpen={dialog === 'share'}
        onClose={close}
        url={project.share_url}
        onShare={async () =>
          setUrl((await change(() => api.call('POST /projects/:id/share/', { params: { id }, body: {} }))).share_url)
        }
        onTakeBack={async () => {
          await change(() => api.call('DELETE /projects/:id/share/', { params: { id } }))
          setUrl(null)
        }}
      />
      <RemoveDialog
        project={dialog === 'removal' ? project : null}
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(id, { onSuccess: () => void navigate('/projects', { replace: true }), onError: close })
        }
      />
    </>
  )
}

/** The files that a project is downloaded as. */
function Downloads({ project, fetch }: { project: string; fetch: MemberFetch }) {
  const save = (file: string, name: string) =>
    void download(fetch, `/api/projects/${project}/${file}`, name).catch(showError)
  return (
    <Menu
      label={
        <>
          <Download size={18} />
          Скачать
        </>
      }
      align="end"
      items={[
        { label: 'Excel с ценами', onSelect: () => save('export.xlsx?prices=1', 'Ведомость.xlsx') },
        { label: 'Excel без цен', onSelect: () => save('export.xlsx?prices=0', 'Ведомость.xlsx') },
        { label: 'PDF с ценами', onSelect: () => save('export.pdf?prices=1', 'Ведомость.pdf') },
        { label: 'PDF без цен', onSelect: () => save('export.pdf?prices=0', 'Ведомость.pdf') },
      ]}
    />
  )
}

function Tools({ onSettings, onRemove }: { onSettings: () => void; onRemove: () => void }) {
  return (
    <div className="-ml-3 flex flex-wrap gap-x-1">
      <Button variant="quiet" size="sm" onClick={onSettings}>
        <Pencil size={16} />
        Название, зона, место
      </Button>
      <Button variant="quiet" size="sm" onClick={() => window.print()}>
        <Printer size={16} />
        Печать
      </Button>
      <Button variant="quiet" size="sm" onClick={onRemove}>
        <Trash2 size={16} />
        Удалить проект
      </Button>
    </div>
  )
}

interface RemovedProps {
  line: ProjectLine
  undo: RefObject<HTMLButtonElement | null>
  onRestore: (line: ProjectLine) => Promise<void>
}

/** Says which line was removed, and brings it back. */
function Removed({ line, undo, onRestore }: RemovedProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 rounded-lg bg-leaf-soft px-4 py-2 text-leaf-strong">
      <p className="min-w-0 grow wrap-anywhere">Строка «{line.name || line.text}» удалена.</p>
      <Button ref={undo} variant="quiet" size="sm" onClick={() => void onRestore(line)}>
        Вернуть
      </Button>
    </div>
  )
}
