import { clsx } from 'clsx'

/** A botanical name as printed by botanists: Latin in italics, the cultivar upright, whose name may have an apostrophe. */
export function LatinName({ children, className }: { children: string; className?: string }) {
  const parts = children.split(/(?<!\S)('.+?')(?!\S)/)
  return (
    <span lang="la" translate="no" className={clsx('font-serif italic', className)}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one fixed text
          <span key={index} className="not-italic">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </span>
  )
}
