import { Button } from './button.tsx'

/** The button below a list with more entries. */
export function ShowMore({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <div className="p-3 text-center">
      <Button variant="quiet" busy={busy} onClick={onClick}>
        Показать ещё
      </Button>
    </div>
  )
}
