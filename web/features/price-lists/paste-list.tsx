import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { PriceList } from '#contract/price-lists.ts'
import { refusalOf } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

interface PasteListProps {
  onSent: (list: PriceList) => void
}

/** For a list that is no file: rows copied from a spreadsheet, a letter or a chat. */
export function PasteList({ onSent }: PasteListProps) {
  const { api } = useApp()
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => api.call('POST /price-lists/', { body: { text } }),
    onSuccess: onSent,
  })
  const { error } = send
  const refusal = error && refusalOf(error, 'text', 'file')
  return (
    <details className="mt-2">
      <summary className="link inline-flex min-h-11 items-center font-semibold">Нет файла? Вставьте строки</summary>
      <form
        noValidate
        aria-label="Прайс-лист текстом"
        className="grid gap-3 pt-1"
        onSubmit={event => {
          event.preventDefault()
          if (!send.isPending) send.mutate()
        }}
      >
        {/* Without a limit in the field: what is longer would be cut off unnoticed. */}
        <TextArea
          label="Строки прайс-листа"
          hint="Скопируйте их из таблицы, письма или сообщения, как есть: по растению в строке"
          rows={5}
          placeholder="Туя западная Смарагд 80-100 C5 — 900 руб."
          spellCheck={false}
          value={text}
          onChange={event => {
            setText(event.target.value)
            // Only a refusal: one that is under way is not to be sent twice.
            if (send.isError) send.reset()
          }}
          {...(refusal ? { error: refusal } : {})}
        />
        <div>
          <Button type="submit" variant="secondary" busy={send.isPending}>
            Прочитать
          </Button>
        </div>
      </form>
    </details>
  )
}
