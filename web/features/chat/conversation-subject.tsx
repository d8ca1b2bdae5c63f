import { Link } from 'react-router'
import type { Subject, SubjectKind } from '#contract/chat.ts'
import { FileCheck2, FileQuestionMark, Handshake, Sprout } from '#web/ui/icons.ts'
import { Picture } from '#web/ui/picture.tsx'
import { ProductPrice } from '#web/ui/price.tsx'

/** What a conversation is about, in a word. */
export const subjectWords: Record<SubjectKind, string> = {
  product: 'Растение',
  request: 'Запрос цен',
  quote: 'Предложение',
  deal: 'Сделка',
}

const icons = { product: Sprout, request: FileQuestionMark, quote: FileCheck2, deal: Handshake }

/** The card of what the conversation is about; the whole strip links to it. */
export function ConversationSubject({ subject }: { subject: Subject }) {
  const { kind, title, line, product, get_absolute_url, get_thumbnail } = subject
  const Icon = icons[kind]
  return (
    <div className="relative flex shrink-0 items-center gap-3 border-b border-line bg-paper px-4 py-2 hover:bg-leaf-soft sm:px-6">
      <div className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-md bg-sunken text-leaf">
        {get_thumbnail ? (
          <Picture src={get_thumbnail} alt="" sizes="3rem" className="h-full! object-cover" />
        ) : (
          <Icon aria-hidden size={24} />
        )}
      </div>
      <div className="min-w-0 flex-1">
        {kind !== 'product' && <p className="text-xs text-muted">{subjectWords[kind]}</p>}
        <Link to={get_absolute_url} className="stretched block truncate font-serif leading-snug text-ink no-underline">
          {title}
        </Link>
        <p className="truncate text-sm leading-snug text-muted">{line}</p>
      </div>
      {product && <ProductPrice product={product} className="shrink-0" />}
    </div>
  )
}
