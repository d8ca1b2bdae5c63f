import { clsx } from 'clsx'
import { type FormEvent, type ReactNode, type RefObject, useRef } from 'react'
import { useNavigate } from 'react-router'
import { SlidersHorizontal, X } from '#web/ui/icons.ts'
import { buttonStyle } from './button-style.ts'
import { Button } from './button.tsx'

/** A form whose only state is the URL: `commit` navigates to its current values. */
export function useFilterForm(hrefOf: (chosen: URLSearchParams) => string) {
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()

  function commit() {
    if (!form.current) return
    const chosen = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (typeof value === 'string') chosen.append(name, value)
    // Synchronously: the fields follow the address, and a delayed update would briefly show the old choice.
    void navigate(hrefOf(chosen), { preventScrollReset: true, flushSync: true })
  }

  return { form, commit }
}

interface FilterSheetProps {
  id: string
  label: string
  form: RefObject<HTMLFormElement | null>
  onCommit: () => void
  /** Number of active filters, shown on the button that opens the sheet. */
  activeCount: number
  /** The form's address without scripts. */
  action: string
  /** The button that opens it is somewhere else on the screen. */
  isOpenedElsewhere?: boolean
  /** Every choice takes effect at once, and the screen is only there with scripts: a column needs no button. */
  isInstant?: boolean
  /** The label of the button that closes the sheet. */
  showLabel: string
  children: ReactNode
}

/** Opens the sheet of this id. */
export function FilterButton({ id, activeCount, className }: { id: string; activeCount: number; className?: string }) {
  return (
    <button
      type="button"
      popoverTarget={id}
      className={buttonStyle('secondary', 'md', clsx('filter-open lg:hidden', className))}
    >
      <SlidersHorizontal size={18} />
      Фильтры
      {activeCount > 0 && (
        <span className="grid size-6 place-items-center rounded-full bg-leaf text-sm text-on-leaf tabular-nums">
          {activeCount}
        </span>
      )}
    </button>
  )
}

/** A form of filters: a column on wide screens, otherwise a sheet from below. */
export function FilterSheet(props: FilterSheetProps) {
  const { id, label, form, onCommit, activeCount, action, isOpenedElsewhere, isInstant, showLabel, children } = props
  const sheet = useRef<HTMLDivElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    onCommit()
    if (sheet.current?.matches(':popover-open')) sheet.current.hidePopover()
  }

  return (
    <>
      {!isOpenedElsewhere && <FilterButton id={id} activeCount={activeCount} />}
      <div ref={sheet} id={id} popover="auto" className="filter-sheet">
        <form
          ref={form}
          method="get"
          action={action}
          onSubmit={submit}
          aria-label={label}
          className="grid gap-5 p-4 lg:p-0"
        >
          <div className="flex items-center justify-between lg:hidden">
            <p className="font-serif text-xl">Фильтры</p>
            <button
              type="button"
              popoverTarget={id}
              popoverTargetAction="hide"
              aria-label="Закрыть"
              className="grid size-11 place-items-center rounded-md text-leaf"
            >
              <X size={24} />
            </button>
          </div>
          {children}
          <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-surface p-4 lg:static lg:z-auto lg:m-0 lg:border-0 lg:bg-transparent lg:p-0">
            <Button type="submit" className="w-full lg:hidden">
              {showLabel}
            </Button>
            {!isInstant && (
              <Button type="submit" variant="secondary" className="w-full max-lg:hidden">
                Применить
              </Button>
            )}
          </div>
        </form>
      </div>
    </>
  )
}
