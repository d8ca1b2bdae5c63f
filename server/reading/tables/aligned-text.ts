/** Nothing longer is a line of a table that was written with spaces. */
const longestLine = 400
const fewestLines = 3
const fewestColumns = 3
/** At least this share of the lines must have gaps. */
const mostly = 0.4

/** Nothing longer is the end of a cell that did not fit into its line. */
const longestEnd = 60

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
  const rows: string[][] = []
  for (const line of lines) {
    const above = rows.at(-1) ?? []
    const column = continued(line, starts, above)
    if (column !== null) {
      above[column] = `${above[column]} ${line.trim()}`
      rows.push([])
    } else if (gapsIn(line) === 0 || line.length > longestLine) rows.push([line.trim()])
    else rows.push(starts.map((start, at) => line.slice(at === 0 ? 0 : start, starts[at + 1]).trim()))
  }
  return rows
}

/** The column whose cell above goes on in this line; null if the line is one of its own. */
function continued(line: string, starts: number[], above: string[]): number | null {
  const text = line.trim()
  const column = starts.indexOf(line.search(/\S/u))
  const isEnd = gapsIn(line) === 0 && text.length < longestEnd && /^(?:["'«„“‘(]|\p{Ll})/u.test(text)
  return isEnd && column > 0 && above.length > 1 && (above[column] ?? '') !== '' ? column : null
}
