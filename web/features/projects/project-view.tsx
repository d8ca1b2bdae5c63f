import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { PlantRef } from '#contract/plants.ts'
import type { Project, ProjectLine, Strategy } from '#contract/projects.ts'
import type { TransportPlan } from '#contract/transport.ts'
import { refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { download, type MemberFetch } from '#web/lib/download.ts'
import { Button } from '#web/ui/button.tsx'
import { Download, Link2, Pencil, Printer, Trash2 } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AddLines } from './add-lines.tsx'
import { projectQuery } from './api.ts'
import { Delivery } from './delivery.tsx'
import { headText } from './head-text.ts'
import type { LineForm } from './line-editor.tsx'
import { KeysHint, LineList } from './line-list.tsx'
import { ProjectRemarks } from './project-remarks.tsx'
import { RemoveDialog, useRemoveProject } from './remove-project.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { SettingsDialog } from './settings-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { Summary } from './summary.tsx'
import { withLine, withLines } from './totals.ts'
import { useChangeProject } from './use-change-project.ts'
import { usePrinting } from './use-printing.ts'
import { totalsText } from './words.ts'

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

const showError = (error: unknown) => showToast({ message: refusalOf(error as Error), tone: 'danger' })

/** The numbers of lines as they will be. */
const numbered = (lines: ProjectLine[]) =>
  lines.map((line, at) => (line.position === at + 1 ? line : { ...line, position: at + 1 }))

/** What lorries are planned for: a plan is old when it changes. */
const loadedIn = ({ place, lines }: Project) =>
  JSON.stringify([place?.id, lines.map(({ chosen, quantity, unit }) => [chosen, quantity, unit])])

/** A project as its owner works on it. */
export function ProjectView({ project, fetch, actions, notice, lineNotes }: ProjectViewProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { id } = project
  const { change, busy } = useChangeProject(id)
  const isPrinting = usePrinting()
  const [dialog, setDialog] = useState<'settings' | 'share' | 'removal' | null>(null)
  const [said, setSaid] = useState('')
  const [removed, setRemoved] = useState<ProjectLine | null>(null)
  const [choosing, setChoosing] = useState<Strategy | null>(null)
  const [isApproximate, setApproximate] = useState(false)
  const [planned, setPlanned] = useState<{ transport: TransportPlan; of: string } | null>(null)
  const loaded = loadedIn(project)
  const [isByHand, setByHand] = useState(() => project.lines.some(({ chosen }) => chosen !== null))
  const undo = useRef<HTMLButtonElement>(null)
  const remove = useRemoveProject()
  const close = () => setDialog(null)

  const patch = (line: ProjectLine, body: LineForm, ahead?: Partial<ProjectLine>) =>
    change(() => api.call('PATCH /projects/:id/lines/:line/', { params: { id, line: line.id }, body }), {
      line: line.id,
      ...(ahead ? { ahead: before => withLine(before, line.id, ahead) } : {}),
    })

  async function choosePlant(line: ProjectLine, plant: PlantRef | null) {
    try {
      await patch(line, { plant: plant?.id ?? null })
      setSaid(plant ? `${line.name}: это ${plant.name}` : `${line.name}: нет в справочнике`)
    } catch (error) {
      showError(error)
    }
  }

  async function chooseOffer(line: ProjectLine, chosen: number | null) {
    setByHand(true)
    setApproximate(false)
    try {
      const next = await patch(line, { chosen }, { chosen })
      setSaid(totalsText(next))
    } catch (error) {
      showError(error)
    }
  }

  async function move(line: ProjectLine, by: 1 | -1) {
    const position = line.position + by
    if (position < 1 || position > project.lines.length) return
    try {
      await change(
        () => api.call('PATCH /projects/:id/lines/:line/', { params: { id, line: line.id }, body: { position } }),
        {
          ahead: before => {
            const others = before.lines.filter(one => one.id !== line.id)
            const moved = before.lines.find(one => one.id === line.id)
            return moved ? { ...before, lines: numbered(others.toSpliced(position - 1, 0, moved)) } : before
          },
        },
      )
      setSaid(`${line.name}: теперь строка ${position}`)
    } catch (error) {
      showError(error)
    }
  }

  async function removeLine(line: ProjectLine) {
    flushSync(() => setRemoved(line))
    // The line that had the focus goes.
    undo.current?.focus()
    try {
      await change(() => api.call('DELETE /projects/:id/lines/:line/', { params: { id, line: line.id } }), {
        ahead: before => withLines(before, numbered(before.lines.filter(one => one.id !== line.id))),
      })
    } catch (error) {
      setRemoved(null)
      showError(error)
    }
  }

  /** A line that was removed, as it was and where it was. */
  async function restore({ text, name, position, quantity, unit, wish, plant, chosen, state }: ProjectLine) {
    setRemoved(null)
    try {
      await change(async () => {
        const { lines } = await api.call('POST /projects/:id/lines/', { params: { id }, body: { text: text || name } })
        const added = lines.at(-1)
        return api.call('PATCH /projects/:id/lines/:line/', {
          params: { id, line: added?.id ?? '' },
          body:
            state === 'note' || !plant
              ? { position, quantity, unit, wish }
              : { position, quantity, unit, wish, plant: plant.id, chosen },
        })
      })
      setSaid(`${name}: строка возвращена`)
    } catch (error) {
      showError(error)
    }
  }

  async function chooseAll(strategy: Strategy) {
    setChoosing(strategy)
    // As of now: what is chosen by hand while this one is under way comes after it.
    setByHand(false)
    try {
      const next = await change(() => api.call('POST /projects/:id/choose/', { params: { id }, body: { strategy } }))
      setApproximate(next.is_approximate)
      setPlanned(
        next.transport && {
          transport: next.transport,
          of: loadedIn(next),
        },
      )
      setSaid(totalsText(next))
      showToast({ message: totalsText(next) })
    } catch (error) {
      setByHand(meanwhile => meanwhile || isByHand)
      showError(error)
    } finally {
      setChoosing(latest => (latest === strategy ? null : latest))
    }
  }

  const setUrl = (share_url: string | null) => {
    queries.setQueryData(projectQuery(api, id).queryKey, before => before && { ...before, share_url })
  }
  const save = (file: string, name: string) =>
    void download(fetch, `/api/projects/${id}/${file}`, name).catch(showError)

  const now = useRef({ choosePlant, chooseOffer, patch, removeLine, move })
  useLayoutEffect(() => {
    now.current = { choosePlant, chooseOffer, patch, removeLine, move }
  })
  const lineActions = useMemo(
    () => ({
      onPlant: (line: ProjectLine, plant: PlantRef | null) => void now.current.choosePlant(line, plant),
      onChoose: (line: ProjectLine, variant: number | null) => void now.current.chooseOffer(line, variant),
      onQuantity: (line: ProjectLine, quantity: number) =>
        void now.current.patch(line, { quantity }, { quantity }).catch(showError),
      editing: {
        onSave: async (line: ProjectLine, form: LineForm) => {
          if (Object.keys(form).length > 0) await now.current.patch(line, form)
        },
        onRemove: (line: ProjectLine) => void now.current.removeLine(line),
        onMove: (line: ProjectLine, by: 1 | -1) => void now.current.move(line, by),
      },
    }),
    [],
  )

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
                choosing={choosing}
                isApproximate={isApproximate}
                isByHand={isByHand}
                onChoose={strategy => void chooseAll(strategy)}
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
              tools={
                <div className="-ml-3 flex flex-wrap gap-x-1">
                  <Button variant="quiet" size="sm" onClick={() => setDialog('settings')}>
                    <Pencil size={16} />
                    Название, зона, место
                  </Button>
                  <Button variant="quiet" size="sm" onClick={() => window.print()}>
                    <Printer size={16} />
                    Печать
                  </Button>
                  <Button variant="quiet" size="sm" onClick={() => setDialog('removal')}>
                    <Trash2 size={16} />
                    Удалить проект
                  </Button>
                </div>
              }
            >
              {removed && (
                <div className="mb-3 flex flex-wrap items-center gap-x-4 rounded-lg bg-leaf-soft px-4 py-2 text-leaf-strong">
                  <p className="min-w-0 grow wrap-anywhere">Строка «{removed.name || removed.text}» удалена.</p>
                  <Button ref={undo} variant="quiet" size="sm" onClick={() => void restore(removed)}>
                    Вернуть
                  </Button>
                </div>
              )}
            </LineList>
            <KeysHint />
            <AddLines
              onAdd={async text => {
                const next = await change(() =>
                  api.call('POST /projects/:id/lines/', { params: { id }, body: { text } }),
                )
                setSaid(`Добавлено. ${totalsText(next)}`)
              }}
            />
            <Delivery
              project={project}
              transport={planned?.of === loaded ? planned.transport : null}
              onPlanned={transport => setPlanned({ transport, of: loaded })}
            />
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
