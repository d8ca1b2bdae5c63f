import { useState } from 'react'
import type { ReviewedProduct } from '#contract/moderation/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ReasonDialog } from '#web/ui/reason-dialog.tsx'
import { useButtonAction } from '../use-button-action.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { NewPlantDialog } from './new-plant-dialog.tsx'

type Asking = 'new-plant' | 'return' | 'hide' | null

/** A moderator's actions on a product in its state. */
export function ProductActions({ product }: { product: ReviewedProduct }) {
  const { api } = useApp()
  const action = useStaffAction()
  const { isBusy, run } = useButtonAction()
  const [asking, setAsking] = useState<Asking>(null)
  const { state, name, updated_at } = product
  const seen = { updated_at, state }
  const params = { id: String(product.id) }
  const isWaiting = state === 'new' || state === 'resubmitted'
  const close = () => setAsking(null)

  return (
    <div className="flex flex-wrap gap-2">
      {state !== 'published' && (
        <Button
          variant="primary"
          busy={isBusy}
          className="grow"
          onClick={() =>
            void run(
              () => api.call('POST /staff/listings/:id/publish/', { params, body: seen }),
              'Объявление опубликовано',
            )
          }
        >
          Опубликовать
        </Button>
      )}
      {isWaiting && (
        <>
          {!product.is_in_directory && (
            <Button variant="secondary" className="grow" onClick={() => setAsking('new-plant')}>
              В справочник и опубликовать
            </Button>
          )}
          <Button variant="secondary" className="grow" onClick={() => setAsking('return')}>
            Вернуть
          </Button>
        </>
      )}
      {state === 'published' && (
        <Button variant="danger" className="grow" onClick={() => setAsking('hide')}>
          Снять
        </Button>
      )}
      <ButtonLink to={product.get_absolute_url} variant="quiet" className="grow">
        Как увидит покупатель
      </ButtonLink>
      <NewPlantDialog product={product} open={asking === 'new-plant'} onClose={close} />
      <ReasonDialog
        open={asking === 'return'}
        onClose={close}
        title="Вернуть объявление?"
        hint="Её прочитает поставщик."
        label="Вернуть"
        asksRule
        onConfirm={(reason, rule) =>
          action(
            () => api.call('POST /staff/listings/:id/return/', { params, body: { ...seen, reason, rule } }),
            'Объявление возвращено',
          )
        }
      >
        «{name}» снова придёт на проверку, когда поставщик его изменит.
      </ReasonDialog>
      <ReasonDialog
        open={asking === 'hide'}
        onClose={close}
        title="Снять объявление?"
        hint="Её прочитает поставщик."
        label="Снять"
        isDangerous
        asksRule
        onConfirm={(reason, rule) =>
          action(
            () => api.call('POST /staff/listings/:id/hide/', { params, body: { reason, rule } }),
            'Объявление снято',
          )
        }
      >
        «{name}» исчезнет из каталога и из ленты. Увидят его только поставщик и модераторы.
      </ReasonDialog>
    </div>
  )
}
