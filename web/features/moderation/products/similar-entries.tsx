import type { ReviewedProduct, SimilarEntry } from '#contract/moderation/products.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { LatinName } from '#web/ui/latin-name.tsx'
import { useButtonAction } from '../use-button-action.ts'

/** Entries of the directory with similar names; the product can be published as one of them. */
export function SimilarEntries({ product }: { product: ReviewedProduct }) {
  const { known_genus: genus, similar, is_in_directory: isKnown } = product
  if (isKnown) return <p className="text-sm">Растение есть в справочнике.</p>
  if (similar.length === 0)
    return (
      <p className="text-sm">
        {genus ? `Род «${genus.name}» в справочнике есть, похожего вида нет.` : 'В справочнике ничего похожего нет.'}
      </p>
    )
  return (
    <section aria-label="Похожее в справочнике" className="rounded-lg bg-sunken px-4 py-3">
      <h3 className="text-sm font-semibold">Похожее в справочнике</h3>
      <ul className="mt-1 grid gap-2">
        {similar.map(entry => (
          <Entry key={entry.id} entry={entry} product={product} />
        ))}
      </ul>
    </section>
  )
}

function Entry({
  entry,
  product: { id, updated_at, state, category },
}: {
  entry: SimilarEntry
  product: ReviewedProduct
}) {
  const { api } = useApp()
  const { isBusy, run } = useButtonAction()
  const name = `${entry.genus} ${entry.species}`
  return (
    <li className="flex items-center justify-between gap-2">
      <div className="min-w-0 text-sm wrap-anywhere">
        {name}
        <br />
        <LatinName className="text-muted">{entry.latin_name}</LatinName>
        {!entry.is_in_category && <p className="text-xs text-muted">Пока не в категории «{category.name}»</p>}
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="shrink-0 whitespace-nowrap"
        busy={isBusy}
        aria-label={`Опубликовать как ${name}`}
        onClick={() =>
          void run(
            () =>
              api.call('POST /staff/listings/:id/publish-as/', {
                params: { id: String(id) },
                body: { updated_at, state, species: entry.id },
              }),
            'Объявление опубликовано',
          )
        }
      >
        Это оно
      </Button>
    </li>
  )
}
