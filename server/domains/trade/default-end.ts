import { requestLimits } from '#contract/requests.ts'

/** When a request or a quote ends of which nobody said when. */
export const defaultEnd = (): Date => new Date(Date.now() + requestLimits.defaultDays * 86_400_000)
