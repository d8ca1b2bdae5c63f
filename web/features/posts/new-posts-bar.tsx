import { pluralForm } from '#web/lib/plural.ts'
import { ArrowUp } from '#web/ui/icons.ts'

const forms = ['новая запись', 'новые записи', 'новых записей'] as const

interface NewPostsBarProps {
  count: number
  onShow: () => void
}

/**
 * Says that there are new posts, and loads them. The live region is always rendered, otherwise its first message would
 * not be announced; it takes no space, so that the page does not shift.
 */
export function NewPostsBar({ count, onShow }: NewPostsBarProps) {
  return (
    <output className="sticky top-26 z-20 grid h-0 place-content-center">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="-mt-4 inline-flex min-h-11 items-center gap-2 rounded-full bg-leaf px-5 font-semibold text-on-leaf shadow-lift hover:bg-leaf-strong"
        >
          <ArrowUp size={18} />
          {`${count} ${pluralForm(count, forms)}`}
        </button>
      )}
    </output>
  )
}
