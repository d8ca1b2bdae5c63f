import { jobsDone } from '../scripts/jobs-done.ts'

/** All pictures of the demonstration are drawn before the tests, so that pages do not change meanwhile. */
export default async function waitForDrawings(): Promise<void> {
  await jobsDone(Number(process.env.E2E_METRICS_PORT), 'demonstration', 15)
}
