import { type ClipboardEvent, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

interface PasteBoxProps {
  text: string
  error: string | undefined
  busy: boolean
  onText: (text: string) => void
  onRead: (text: string) => void
  onClose: () => void
}

/** Rows from a spreadsheet or a price list; what could not be read stays in the field. */
export function PasteBox({ text, error, busy, onText, onRead, onClose }: PasteBoxProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => input.current?.focus(), [])

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain').replace(/\s+$/, '')
    if (text !== '' || !/[\n\t]/.test(pasted)) return
    event.preventDefault()
    onText(pasted)
    onRead(pasted)
  }

  return (
    <section aria-label="Вставка из таблицы" className="mt-3 rounded-lg border border-line bg-sunken p-3 sm:p-4">
      <TextArea
        ref={input}
        label="Строки из таблицы или прайс-листа"
        hint="Строка — один размер: «16–18 WRB 60 17 500 ₽, 12 шт.». Можно скопировать ячейки из Excel, с заголовками тоже."
        rows={3}
        value={text}
        error={error}
        onChange={event => onText(event.target.value)}
        onPaste={onPaste}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" busy={busy} onClick={() => onRead(text)}>
          Разобрать строки
        </Button>
        <Button variant="quiet" size="sm" onClick={onClose}>
          Закрыть
        </Button>
      </div>
    </section>
  )
}
