import type { ReportReason } from '#contract/moderation/reason.ts'

/** Why something is reported, and by which rule moderators decide. */
export const reportReasonWords: Record<ReportReason, string> = {
  spam: 'Реклама и спам',
  insult: 'Оскорбление',
  fraud: 'Обман',
  wrong_plant: 'Не то растение',
  other: 'Другое',
}
