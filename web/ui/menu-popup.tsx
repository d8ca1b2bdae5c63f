import { Menu } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import { type RefObject, useRef } from 'react'
import type { MenuItem } from './menu.tsx'

interface MenuPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLButtonElement | null>
  items: MenuItem[]
  align: 'start' | 'end'
}

/** The part of the menu that is loaded on demand; its button is in menu.tsx and only an anchor here. */
export function MenuPopup({ open, onOpenChange, trigger, items, align }: MenuPopupProps) {
  const movesFocus = useRef(false)
  return (
    <Menu.Root
      open={open}
      onOpenChange={(next, details) => {
        // The button toggles on click; closing on the press before it would open the menu again.
        const target = details.event.target
        if (!next && target instanceof Node && trigger.current?.contains(target)) return
        onOpenChange(next)
      }}
    >
      <Menu.Portal>
        <Menu.Positioner anchor={trigger} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <Menu.Popup
            finalFocus={() => {
              const goesBack = !movesFocus.current
              movesFocus.current = false
              return goesBack && trigger.current
            }}
            className="min-w-48 rounded-lg border border-line bg-surface p-1.5 text-ink shadow-lift outline-none"
          >
            {items.map(item => (
              <Menu.Item
                key={item.label}
                disabled={item.disabled}
                onClick={() => {
                  movesFocus.current = item.movesFocus === true
                  item.onSelect()
                }}
                className={clsx(
                  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none select-none',
                  'data-highlighted:bg-leaf-soft data-disabled:opacity-50',
                  item.tone === 'danger' && 'text-danger data-highlighted:bg-danger-soft',
                )}
              >
                {item.icon}
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
