import { useRef, useState } from 'react'
import { Ban, Ellipsis, EyeOff, UserX } from '#web/ui/icons.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { useSilence } from './use-silence.ts'

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
  const box = useRef<HTMLDivElement>(null)
  const { id } = person
  const items: MenuItem[] = [
    {
      label: isMuted ? 'Снова показывать записи' : 'Не показывать записи',
      icon: <EyeOff size={18} />,
      onSelect: () => silence({ what: isMuted ? 'unmute' : 'mute', id }),
    },
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
