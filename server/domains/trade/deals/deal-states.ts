import type { Deal, DealState, DealStep } from '#contract/deals.ts'
import type { TradeSide } from '#contract/requests.ts'

interface Transition {
  from: readonly DealState[]
  to: DealState
  by: readonly TradeSide[]
}

/** The whole life of a deal; it begins as `awarded`. */
export const transitions = {
  confirm: { from: ['awarded'], to: 'confirmed', by: ['company'] },
  hand_over: { from: ['confirmed'], to: 'handed_over', by: ['company'] },
  receive: { from: ['handed_over'], to: 'received', by: ['buyer'] },
  cancel: { from: ['awarded', 'confirmed'], to: 'cancelled', by: ['buyer', 'company'] },
} as const satisfies Record<string, Transition>

export type DealAction = keyof typeof transitions
/** The same without the narrow types of its values. */
export const transitionOf = (action: DealAction): Transition => transitions[action]

/** Steps that somebody has to take; cancelling is none. */
const steps = ['confirm', 'hand_over', 'receive'] as const

export function nextStep({ state, hasReview }: { state: DealState; hasReview: boolean }): DealStep | null {
  for (const step of steps) {
    const { from, by } = transitionOf(step)
    const [side] = by
    if (side && from.includes(state)) return { step, by: side }
  }
  return state === 'received' && !hasReview ? { step: 'review', by: 'buyer' } : null
}

/** States in which it is this side's turn. */
export const waitingFor = (side: TradeSide): DealState[] =>
  steps.flatMap(step => (transitionOf(step).by.includes(side) ? transitionOf(step).from : []))

/** Invoices and acts also come after the plants. */
export const mayAttach = (state: DealState) => state !== 'cancelled'
/** What was there when a deal was closed stays with it. */
export const mayRemove = (state: DealState) => state !== 'cancelled' && state !== 'received'

export const isUnderWay = (state: DealState) => state !== 'cancelled' && state !== 'received'

export interface Delivered {
  /** Whether something was handed over, and something of it is not received yet. */
  hasSome: boolean
  isWaiting: boolean
  /** Whether something was received so lately that it can be complained of. */
  mayClaim: boolean
}

/** What a side may do now. `isBlocked`: the company, which then confirms nothing. `hasReply`: or may have none. */
export function permissions(
  side: TradeSide,
  {
    state,
    isBlocked,
    hasReview,
    hasReply,
    ...delivered
  }: { state: DealState; isBlocked: boolean; hasReview: boolean; hasReply: boolean } & Delivered,
): Deal['can'] {
  const may = (action: DealAction) => {
    const { from, by } = transitionOf(action)
    return by.includes(side) && from.includes(state)
  }
  return {
    confirm: may('confirm') && !isBlocked,
    hand_over: may('hand_over'),
    receive: side === 'buyer' && delivered.isWaiting,
    cancel: may('cancel') && !delivered.hasSome,
    claim: side === 'buyer' && delivered.mayClaim,
    attach: mayAttach(state),
    review: side === 'buyer' && state === 'received' && !hasReview,
    reply: side === 'company' && hasReview && !hasReply,
  }
}
