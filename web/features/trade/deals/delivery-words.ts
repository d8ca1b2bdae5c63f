import type { AnswerKind, Claim, ClaimReason, ClaimState } from '#contract/deliveries.ts'
import { formatPrice } from '#web/lib/format-price.ts'

export const reasonNames: Record<ClaimReason, string> = {
  short: 'Не хватает',
  damaged: 'Повреждены',
  wrong_plant: 'Другое растение',
  wrong_size: 'Другой размер',
  dead: 'Не прижились',
}

export const claimStateNames: Record<ClaimState, string> = {
  open: 'открыта',
  offered: 'есть ответ',
  settled: 'урегулирована',
  withdrawn: 'отозвана',
}

export const answerNames: Record<AnswerKind, string> = {
  replace: 'Заменим',
  refund: 'Вернём деньги',
  discount: 'Сделаем скидку',
  reject: 'Не согласны',
}

/** «Вернём деньги, 500 ₽» */
export const answerText = ({ kind, amount }: NonNullable<Claim['answer']>) =>
  [answerNames[kind], amount !== null && formatPrice(amount)].filter(Boolean).join(', ')
