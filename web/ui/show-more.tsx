import { Button } from './button.tsx'

interface ShowMoreProps {
  busy: boolean
  onClick: () => void
  /** What is shown then: «30 комментариев». */
  what?: string
}

/** The button beside a list with more entries. */
export function ShowMore({ busy, onClick, what }: ShowMoreProps) {
  return (
    <div className="p-3 text-center">
      <Button variant="quiet" busy={busy} onClick={onClick}>
        {what ? `Показать ещё ${what}` : 'Показать ещё'}
      </Button>
    </div>
  )
}
