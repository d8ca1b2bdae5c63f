import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface LeaveQuestionProps {
  isChanged: () => boolean
  /** What would be lost. */
  children?: ReactNode
}

/** Asks before leaving a changed form, within the site or by closing the tab. */
export function LeaveQuestion({ isChanged, children }: LeaveQuestionProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isChanged(),
  )
  const isLost = useEffectEvent(isChanged)
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isLost()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Уйти без сохранения?"
      actions={
        <>
          <Button variant="secondary" onClick={() => blocker.proceed?.()}>
            Уйти
          </Button>
          <Button onClick={() => blocker.reset?.()}>Остаться</Button>
        </>
      }
    >
      <p>
        {children ??
          'Изменения ещё не сохранены. Черновик останется в этом браузере: когда вернётесь к форме, продолжите с того же места.'}
      </p>
    </Dialog>
  )
}
