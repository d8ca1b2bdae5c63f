import { jobsDone } from '../scripts/jobs-done.ts'

/** What a page shows must not change while it is tested: all pictures of the demonstration are drawn first. */
export default async function waitForDrawings(): Promise<void> {
  await jobsDone(Number(process.env.E2E_METRICS_PORT), 'demonstration', 15)
}
