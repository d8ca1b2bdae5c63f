import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepIntent, useIntent } from '#web/lib/intent.ts'
import { useSession } from '#web/lib/session.ts'
import { ListPlus } from '#web/ui/icons.ts'
import { keepWhy } from '../accounts/why.ts'
import { addToProjectIntent, type Wanted } from './intents.ts'

const AddDialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }))

interface AddToProjectProps {
  wanted: Wanted
  /** How many are suggested. */
  quantity?: number | null
  /** Where there is little room its icon alone. */
  isShort?: boolean
}

/** Puts an offer or a plant into one of the person's projects; visitors are sent to the sign-in and back. */
export function AddToProject({ wanted, quantity = null, isShort = false }: AddToProjectProps) {
  const { isAuthenticated } = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const intent = addToProjectIntent(wanted)
  function open() {
    setWanted(true)
    setOpen(true)
  }
  useIntent(intent, isAuthenticated, open)
  return (
    <>
      <button
        type="button"
        aria-label={`В проект: ${wanted.name}`}
        aria-haspopup="dialog"
        title={isShort ? 'В проект' : undefined}
        onClick={() => {
          if (isAuthenticated) return open()
          const next = pathname + search
          keepIntent(intent)
          keepWhy(next, `Добавим в проект: ${wanted.name}`)
          void navigate(`/login?${new URLSearchParams({ next })}`)
        }}
        className="needs-script -mx-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap text-leaf hover:bg-leaf-soft"
      >
        <ListPlus size={17} />
        <span className={isShort ? 'xl:sr-only' : undefined}>В проект</span>
      </button>
      {isWanted && (
        <Suspense>
          <AddDialog isOpen={isOpen} onClose={() => setOpen(false)} wanted={wanted} quantity={quantity} />
        </Suspense>
      )}
    </>
  )
}
