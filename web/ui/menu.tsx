import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { ButtonSize, ButtonVariant } from './button-style.ts'
import { Button } from './button.tsx'

export interface MenuItem {
  label: string
  icon?: ReactNode
  tone?: 'danger'
  disabled?: boolean
  /** It moves the focus itself; otherwise that goes back to the button. */
  movesFocus?: boolean
  onSelect: () => void
}

interface MenuProps {
  /** The button's content. */
  label: ReactNode
  items: MenuItem[]
  variant?: ButtonVariant
  size?: ButtonSize
  /** The edge of the button that the menu is aligned with. */
  align?: 'start' | 'end'
}

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }))

/** A button with a menu of actions, which is loaded (48 kB of Base UI) when the pointer or focus reaches it. */
export function Menu({ label, items, variant = 'secondary', size, align = 'start' }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <Button
        ref={trigger}
        variant={variant}
        size={size}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => {
          setWanted(true)
          setOpen(shown => !shown)
        }}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setWanted(true)
          setOpen(true)
        }}
      >
        {label}
      </Button>
      {wanted && (
        <Suspense>
          <MenuPopup open={open} onOpenChange={setOpen} trigger={trigger} items={items} align={align} />
        </Suspense>
      )}
    </>
  )
}
