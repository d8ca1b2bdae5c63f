import { paragraphs } from './product-texts.ts'

/** The seller's own words, with their line breaks. */
export function Description({ text }: { text: string }) {
  return (
    <section aria-labelledby="description">
      <h2 id="description" className="mb-2 text-xl">
        Описание
      </h2>
      <div className="grid max-w-prose gap-3 whitespace-pre-line">
        {paragraphs(text).map((paragraph, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts of one fixed text
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </section>
  )
}
