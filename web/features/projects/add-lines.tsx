import { useState } from 'react'
import { ApiError, refusalOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

interface AddLinesProps {
  /** Throws what the server refuses. */
  onAdd: (text: string) => Promise<unknown>
}

/** More lines, pasted at the end. */
export function AddLines({ onAdd }: AddLinesProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [isAdding, setAdding] = useState(false)
  async function add() {
    if (isAdding) return
    setAdding(true)
    setError('')
    try {
      await onAdd(text)
      setText('')
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(refusalOf(failure, 'text'))
    } finally {
      setAdding(false)
    }
  }
  return (
    <form
      noValidate
      aria-label="Добавить строки"
      className="grid gap-3"
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <TextArea
        label="Добавить строки"
        hint="По растению в строке, как в ведомости"
        rows={2}
        placeholder="Сирень обыкновенная 150-175, 6 шт"
        spellCheck={false}
        value={text}
        onChange={event => setText(event.target.value)}
        {...(error ? { error } : {})}
      />
      <div>
        <Button type="submit" variant="secondary" busy={isAdding}>
          Добавить
        </Button>
      </div>
    </form>
  )
}
