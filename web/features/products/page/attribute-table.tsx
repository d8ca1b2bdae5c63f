import type { AttributeGroup } from './attributes.ts'

/** A group of the plant's attributes, as a data sheet. */
export function AttributeTable({ group }: { group: AttributeGroup }) {
  return (
    <table className="h-fit w-full border-collapse text-left">
      <caption className="border-b-2 border-ink/70 pb-1.5 text-left font-serif text-lg normal-nums">
        <span className="sr-only">Характеристики растения: </span>
        {group.title}
      </caption>
      <tbody>
        {group.attributes.map(({ label, value, note }) => (
          <tr key={label} className="border-b border-line">
            <th scope="row" className="w-[42%] py-2 pr-4 align-top font-normal text-muted">
              {label}
            </th>
            <td className="py-2 align-top first-letter:uppercase">
              {value}
              {note && <p className="mt-0.5 text-sm text-muted">{note}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
