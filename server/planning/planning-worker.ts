/** The process that plans lorries (started by planning-pool.ts): one task at a time, over the channel to its parent. */
import { plan } from '#server/domains/transport/planning/plan.ts'
import type { PlanningAnswer, PlanningQuestion } from './planning-pool.ts'

const answer = (message: PlanningAnswer) => process.send?.(message)

process.once('disconnect', () => process.exit(0))
// Signals to the whole process group are meant for the parent, which may still need the result.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('message', ({ at, task }: PlanningQuestion) => {
  try {
    answer({ at, plan: plan(task) })
  } catch (error) {
    answer({ at, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
