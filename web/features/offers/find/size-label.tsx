/** Lines break between measures: each stays on one line with its unit and the dot behind it. */
export function SizeLabel({ label }: { label: string }) {
  const measures = label.split(' · ')
  return measures.map((measure, at) => (
    <span key={measure}>
      <span className="whitespace-nowrap">{at < measures.length - 1 ? `${measure} ·` : measure}</span>{' '}
    </span>
  ))
}
