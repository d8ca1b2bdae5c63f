import { postLimits } from '#contract/post-forms.ts'
import type { ProjectLine } from '#contract/projects.ts'
import { counted } from '#web/lib/plural.ts'
import { inSentence, lineForms, lineName, quantityText, wishText } from '../words.ts'

/** Room for what a person adds to the list. */
const room = 600

const wanted = (line: ProjectLine) =>
  `• ${[line.plant?.name ?? lineName(line), inSentence(wishText(line))].filter(Boolean).join(', ')}${
    line.quantity === null ? '' : ` — ${quantityText(line.quantity, line.unit)}`
  }`

/** A «куплю» in words: a list of lines, as many as a post has room for, without prices. */
export function wantedText(lines: readonly ProjectLine[], place: string): string {
  const said = [`Куплю растения.${place && ` Куда везти: ${place}.`}`, '']
  let letters = 0
  for (const [at, line] of lines.entries()) {
    const text = wanted(line)
    letters += text.length + 1
    if (letters > postLimits.body - room) {
      said.push(`…и ещё ${counted(lines.length - at, lineForms)}: весь список увидит тот, кто ответит предложением.`)
      break
    }
    said.push(text)
  }
  return said.join('\n')
}
