/** Nothing longer is a line of a table that was written with spaces. */
const longestLine = 400
const fewestLines = 3
const fewestColumns = 3
/** At least this share of the lines must have gaps. */
const mostly = 0.6

const gapsIn = (line: string) => line.match(/(?<=\S) {2,}(?=\S)/gu)?.length ?? 0

/**
 * The cells of a table that was written with spaces, as programs print it: a column ends where no line of the table has a
 * letter. Null if the text is no such table.
 */
export function alignedRows(text: string): string[][] | null {
  const lines = text.split(/\r?\n/u)
  const written = lines.filter(line => line.trim() !== '')
  const aligned = written.filter(line => line.length <= longestLine && gapsIn(line) >= fewestColumns - 1)
  if (aligned.length < fewestLines || aligned.length < written.length * mostly) return null
  // Lines with as many gaps as most have all their cells.
  const [full = []] = [...Map.groupBy(aligned, gapsIn).values()].toSorted((one, other) => other.length - one.length)
  if (full.length < fewestLines) return null
  const isUsed = Array.from({ length: longestLine }, () => false)
  for (const line of full) for (let at = 0; at < line.length; at++) if (line[at] !== ' ') isUsed[at] = true
  const starts = isUsed.flatMap((used, at) => (used && !isUsed[at - 1] && !isUsed[at - 2] ? [at] : []))
  if (starts.length < fewestColumns) return null
  return lines.map(line =>
    gapsIn(line) === 0 || line.length > longestLine
      ? [line.trim()]
      : starts.map((start, column) => line.slice(column === 0 ? 0 : start, starts[column + 1]).trim()),
  )
}
