import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import type { ScheduleLine } from '#server/reading/schedules/schedule-line.ts'
import { fileOf } from './files.ts'
import { writeGrid, type Written } from './grid.ts'
import type { List } from './model.ts'
import { answerOf } from './oracle.ts'
import { type Answer, type Reading, readList, readScheduleLines } from './reader.ts'
import { type ScheduleScore, scoreSchedule } from './score-schedule.ts'
import { type Score, scoreReading } from './score.ts'

export interface Outcome {
  list: List
  written: Written
  reading: Reading
  before: Score
  after: Score
}

const rightFields = (score: Score) =>
  score.sizes + score.packings + score.prices + score.stocks + score.right - score.wrong

/** Reads a generated list, and reads it again with its questions answered, which takes several times as long. */
export async function evaluateList(list: List, plants: NamedPlants, isAnswered = true): Promise<Outcome> {
  const written = writeGrid(list)
  const bytes = await fileOf(list, written.grids)
  const reading = await readList(bytes, plants)
  const before = scoreReading(written, reading)
  const answers: Answer[] = []
  let last = reading
  // An answer may raise the next question.
  for (let round = 0; round < (isAnswered ? 10 : 0); round += 1) {
    const open = last.questions.find(
      ({ id, answer }) => answer === null && !answers.some(({ question }) => question === id),
    )
    if (!open) break
    const answer = await answerOf(open, written, async value => {
      const tried = await readList(bytes, plants, [...answers, { question: open.id, value }])
      return rightFields(scoreReading(written, tried))
    })
    if (!answer) break
    answers.push(answer)
    last = await readList(bytes, plants, answers)
  }
  const after = answers.length > 0 ? scoreReading(written, last) : before
  return { list, written, reading, before, after }
}

export interface ScheduleOutcome {
  list: List
  written: Written
  lines: ScheduleLine[]
  before: ScheduleScore
}

export async function evaluateSchedule(list: List, plants: NamedPlants): Promise<ScheduleOutcome> {
  const written = writeGrid(list)
  const { failure, lines, milliseconds } = await readScheduleLines(
    await fileOf(list, written.grids),
    plants,
    list.format === 'lines',
  )
  return { list, written, lines, before: { ...scoreSchedule(written, lines, milliseconds), failure } }
}
