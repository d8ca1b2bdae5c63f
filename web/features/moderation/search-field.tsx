import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

/** Puts the search text into the URL, from which the list reads it, and goes back to the first page. */
export function SearchField({ label, className = '' }: { label: string; className?: string }) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('search') ?? ''
  const [text, setText] = useState(asked)
  // Back and forward change the URL independently of the field.
  const [shown, setShown] = useState(asked)
  if (shown !== asked) {
    setShown(asked)
    setText(asked)
  }
  return (
    <search className={className}>
      <form
        noValidate
        className="flex items-end gap-x-4 gap-y-2"
        onSubmit={event => {
          event.preventDefault()
          const search = text.trim()
          setParams(search ? { search } : {})
        }}
      >
        <TextField
          label={label}
          type="search"
          className="min-w-0 grow lg:max-w-md"
          maxLength={255}
          enterKeyHint="search"
          value={text}
          onChange={event => setText(event.target.value)}
        />
        <Button type="submit">Найти</Button>
      </form>
    </search>
  )
}
