import { lazy, Suspense, useRef, useState } from 'react'
import { useApp } from '#web/lib/app-context.ts'
import { Ban, Ellipsis, EyeOff, Flag, UserX } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { useSilence } from './use-silence.ts'

const ReportDialog = lazy(async () => ({ default: (await import('#web/ui/report-dialog.tsx')).ReportDialog }))

interface PersonMenuProps {
  person: { id: string; name: string }
  isFriend: boolean
  isMuted: boolean
  /** Leaves their page. */
  leave: () => void | Promise<void>
}

/** What one may do about another person, on their page. */
export function PersonMenu({ person, isFriend, isMuted, leave }: PersonMenuProps) {
  const { silence } = useSilence()
  const [asking, setAsking] = useState<boolean | null>(null)
  const { api } = useApp()
  const [reporting, setReporting] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { id } = person
  const items: MenuItem[] = [
    {
      label: isMuted ? 'Снова показывать записи' : 'Не показывать записи',
      icon: <EyeOff size={18} />,
      onSelect: () => silence({ what: isMuted ? 'unmute' : 'mute', id }),
    },
    { label: 'Пожаловаться', icon: <Flag size={18} />, onSelect: () => setReporting(true) },
    { label: 'Заблокировать', icon: <Ban size={18} />, tone: 'danger', onSelect: () => setAsking(true) },
  ]
  if (isFriend)
    items.unshift({
      label: 'Прекратить дружбу',
      icon: <UserX size={18} />,
      onSelect: () => silence({ what: 'unfriend', id }),
    })
  return (
    <div ref={box} className="grid">
      <Menu
        label={
          <>
            <Ellipsis size={20} />
            Ещё
          </>
        }
        items={items}
      />
      {reporting && (
        <Suspense>
          <ReportDialog
            open
            title={`Пожаловаться: ${person.name}`}
            onSend={body => api.call('POST /people/:id/report/', { params: { id }, body })}
            onClose={() => {
              setReporting(false)
              box.current?.querySelector('button')?.focus()
            }}
          />
        </Suspense>
      )}
      {asking !== null && (
        <BlockDialog
          person={person}
          open={asking}
          leave={leave}
          onClose={() => {
            setAsking(false)
            // The menu that opened the dialog is gone.
            box.current?.querySelector('button')?.focus()
          }}
        />
      )}
    </div>
  )
}
