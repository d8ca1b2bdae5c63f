import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type Ref, useState } from 'react'
import { ChevronDown } from '#web/ui/icons.ts'
import { matchingOptions } from './combobox-options.ts'
import { controlStyle } from './control-style.ts'
import { Field, type FieldText } from './field.tsx'

interface ComboboxFieldProps extends FieldText {
  name: string
  value: string
  onChange: (text: string) => void
  onFocus?: () => void
  onBlur?: () => void
  options: readonly string[]
  /** The options already match the text. */
  isSearched?: boolean
  /** Shown in the list when no option matches; the text is used anyway. */
  emptyText: string
  placeholder?: string
  inputRef?: Ref<HTMLInputElement>
}

/**
 * A text field with suggestions: any text is accepted (Base UI: arrows, Enter, Esc, announced to screen readers).
 * Loaded with the screens that use it.
 */
export function ComboboxField({
  name,
  value,
  onChange,
  onFocus,
  onBlur,
  options,
  isSearched = false,
  emptyText,
  placeholder,
  inputRef,
  ...text
}: ComboboxFieldProps) {
  const [open, setOpen] = useState(false)
  /** In a modal dialog nothing outside of it can be reached, so the list is shown within. */
  const [dialog, setDialog] = useState<HTMLElement | null>(null)
  /** When opened by the arrow, the list shows all options, so that another can be chosen without clearing the field. */
  const [isTyping, setTyping] = useState(false)
  return (
    // The content security policy allows no style elements.
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={options}
        filteredItems={isTyping && !isSearched ? matchingOptions(options, value) : options}
        value={value}
        open={open}
        onOpenChange={(next, details) => {
          setOpen(next)
          setTyping(details.reason === 'input-change')
        }}
        openOnInputClick
        onValueChange={(next, details) => {
          // Esc only closes the list; by default a second Esc would clear the field.
          if (details.reason === 'escape-key') return
          if (details.reason === 'input-change') setTyping(true)
          onChange(next)
        }}
      >
        <Field {...text}>
          {wiring => (
            <Autocomplete.InputGroup ref={group => setDialog(group?.closest('dialog') ?? null)} className="relative">
              <Autocomplete.Input
                {...wiring}
                ref={inputRef}
                name={name}
                onFocus={onFocus}
                onBlur={onBlur}
                onKeyDown={event => {
                  // Enter closes the list; only a second Enter submits the form.
                  if (event.key === 'Enter' && open) event.preventDefault()
                }}
                placeholder={placeholder}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className={`${controlStyle} pr-11`}
              />
              <Autocomplete.Trigger
                // The server takes it for the field itself, which it knows of only in the browser.
                render={({ role: _role, id: _id, ...props }) => (
                  <button {...props} type="button" tabIndex={-1} aria-haspopup="listbox" />
                )}
                aria-label="Показать список"
                className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted"
              >
                <ChevronDown size={18} />
              </Autocomplete.Trigger>
            </Autocomplete.InputGroup>
          )}
        </Field>
        <Autocomplete.Portal container={dialog ?? undefined}>
          <Autocomplete.Positioner
            positionMethod={dialog ? 'fixed' : 'absolute'}
            sideOffset={4}
            collisionPadding={8}
            className="z-50"
          >
            <Autocomplete.Popup className="w-(--anchor-width) max-w-(--available-width) rounded-lg border border-line bg-surface text-ink shadow-lift">
              <Autocomplete.Empty>
                <div className="px-4 py-3 text-sm text-muted">{emptyText}</div>
              </Autocomplete.Empty>
              <Autocomplete.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1.5 data-empty:p-0">
                {(option: string) => (
                  <Autocomplete.Item
                    key={option}
                    value={option}
                    className="flex min-h-11 cursor-pointer items-center rounded-md px-3 py-2 leading-snug outline-none select-none data-highlighted:bg-leaf-soft"
                  >
                    {option}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </CSPProvider>
  )
}
