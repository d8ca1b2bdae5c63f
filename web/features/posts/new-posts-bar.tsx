import { ArrowUp } from 'lucide-react'
import { pluralForm } from '#web/lib/plural.ts'

const forms = ['новая запись', 'новые записи', 'новых записей'] as const

interface NewPostsBarProps {
  count: number
  onShow: () => void
}

/** Says that there is more to read, and brings it. The live region is always there, or its first words would be missed. */
export function NewPostsBar({ count, onShow }: NewPostsBarProps) {
  return (
    <output className={count > 0 ? 'sticky top-18 z-20 grid justify-items-center' : 'sr-only'}>
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="inline-flex min-h-11 items-center gap-2 rounded-full bg-leaf px-5 font-semibold text-on-leaf shadow-lift hover:bg-leaf-strong"
        >
          <ArrowUp aria-hidden size={18} />
          {`${count} ${pluralForm(count, forms)}`}
        </button>
      )}
    </output>
  )
}
