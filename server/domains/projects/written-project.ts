import type { z } from 'zod'
import { type ProjectLine, projectLine } from '#contract/projects.ts'
import { Written, writerOf } from '#server/platform/http/serialisation.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'

const writeLine = writerOf(projectLine)

/**
 * A writer of projects of this shape. A thousand lines with their offers are megabytes, so they are written in turns with
 * other requests.
 */
export function projectWriter<Shape extends z.ZodRawShape>(shape: z.ZodObject<Shape>) {
  type Answer = z.output<z.ZodObject<Shape>>
  const writeRest = writerOf((shape as z.ZodObject).omit({ lines: true }))
  return async (project: Answer & { lines: ProjectLine[] }): Promise<Written<Answer>> => {
    const yieldNow = yieldToEventLoop()
    const lines: string[] = []
    for (const line of project.lines) {
      lines.push(writeLine(line).json)
      await yieldNow()
    }
    return new Written(`${writeRest(project).json.slice(0, -1)},"lines":[${lines.join(',')}]}`)
  }
}
