import type { Deal } from '#contract/deals.ts'
import { Mark, type MarkTone } from '../marks.tsx'
import { dealStateNames } from '../words.ts'

const tones: Record<Deal['state'], MarkTone> = {
  awarded: 'wanted',
  confirmed: 'wanted',
  handed_over: 'wanted',
  received: 'good',
  cancelled: 'bad',
}

export function DealMark({ state }: Pick<Deal, 'state'>) {
  return <Mark tone={tones[state]}>{dealStateNames[state]}</Mark>
}
