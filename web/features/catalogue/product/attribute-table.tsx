import type { AttributeGroup } from './attributes.ts'

/** What is known of the plant, as the data sheet at the foot of a catalogue's plate. */
export function AttributeTable({ groups }: { groups: AttributeGroup[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Характеристики растения</caption>
      {groups.map(group => (
        <tbody key={group.title} className="border-t-2 border-ink/70 [&+tbody>tr:first-child>th]:pt-6">
          <tr>
            <th scope="rowgroup" colSpan={2} className="pt-3 pb-1 font-serif text-lg font-medium">
              {group.title}
            </th>
          </tr>
          {group.attributes.map(attribute => (
            <tr key={attribute.label} className="border-b border-line last:border-0">
              <th scope="row" className="w-[44%] py-2 pr-4 align-top font-normal text-muted hyphens-auto">
                {attribute.label}
              </th>
              <td className="py-2 align-top">
                {attribute.value}
                {attribute.note && <p className="mt-0.5 text-sm text-muted">{attribute.note}</p>}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}
