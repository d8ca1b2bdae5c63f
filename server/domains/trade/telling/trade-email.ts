import { actingCompany } from '#contract/company-words.ts'
import type { TradeNews } from '#contract/notifications.ts'
import { compose } from '#server/platform/mail/compose-email.ts'
import type { Email } from '#server/platform/mail/mail.ts'
import { countedLines } from './counted-lines.ts'

/** What an e-mail may say: to a company nothing of other companies, to a buyer only whose company it is. */
export interface TradeFacts {
  project: string
  buyer: string
  /** Of buyers alone. */
  company: string
  lines: number
  deadline: Date
  reason: string
  requestId: string
  dealId: string | null
  /** Of a deal. */
  confirmBy: Date | null
}

interface Letter {
  subject: string
  before: string[]
  button: { label: string; path: string }
}

const moment = new Intl.DateTimeFormat('ru-RU', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Moscow',
})

const incoming = ({ requestId }: TradeFacts) => ({ label: 'Открыть запрос', path: `/incoming/${requestId}` })
const answers = ({ requestId }: TradeFacts) => ({ label: 'Сравнить предложения', path: `/requests/${requestId}` })
const deal = ({ dealId }: TradeFacts) => ({ label: 'Открыть сделку', path: `/deals/${dealId}` })

const letters: Record<TradeNews, (facts: TradeFacts) => Letter> = {
  quote_requested: facts => ({
    subject: `Запрос цен: ${facts.project}`,
    before: [
      `Здравствуйте! ${facts.buyer} просит вас назвать цены: «${facts.project}», ${countedLines(facts.lines)}.`,
      `Ответить можно до ${moment.format(facts.deadline)} по московскому времени.`,
    ],
    button: incoming(facts),
  }),
  quote_received: facts => ({
    subject: `Предложение: ${facts.project}`,
    before: [`Здравствуйте! ${actingCompany(facts.company)} отвечает на ваш запрос «${facts.project}».`],
    button: answers(facts),
  }),
  quote_revised: facts => ({
    subject: `Новая редакция предложения: ${facts.project}`,
    before: [`Здравствуйте! ${actingCompany(facts.company)} меняет предложение по запросу «${facts.project}».`],
    button: answers(facts),
  }),
  quote_chosen: facts => ({
    subject: `Вас выбрали: ${facts.project}`,
    before: [
      `Здравствуйте! ${facts.buyer} выбирает ваше предложение по запросу «${facts.project}».`,
      'Подтвердите сделку, если всё в силе. В ней указан и адрес покупателя.',
    ],
    button: deal(facts),
  }),
  quote_not_chosen: facts => ({
    subject: `Запрос закрыт: ${facts.project}`,
    before: [
      `Здравствуйте! По запросу «${facts.project}» в этот раз выбрано другое предложение.`,
      'Спасибо, что нашли время ответить.',
    ],
    button: incoming(facts),
  }),
  request_cancelled: facts => ({
    subject: `Запрос отменён: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} отменяет запрос цен «${facts.project}». Отвечать на него не нужно.`],
    button: incoming(facts),
  }),
  deal_confirmed: facts => ({
    subject: `Сделка подтверждена: ${facts.project}`,
    before: [`Здравствуйте! ${actingCompany(facts.company)} подтверждает сделку «${facts.project}».`],
    button: deal(facts),
  }),
  deal_expiring: facts => ({
    subject: `Сделка ждёт подтверждения: ${facts.project}`,
    before: [
      `Здравствуйте! Сделка «${facts.project}» ещё не подтверждена. Поставщик: ${facts.company}.`,
      ...(facts.confirmBy === null
        ? []
        : [
            `Если компания не подтвердит её до ${moment.format(facts.confirmBy)} по московскому времени, сделка отменится.`,
          ]),
    ],
    button: deal(facts),
  }),
  deal_handed_over: facts => ({
    subject: `Растения переданы: ${facts.project}`,
    before: [
      `Здравствуйте! ${actingCompany(facts.company)} передаёт растения: «${facts.project}».`,
      'Когда всё получите, отметьте это в сделке.',
    ],
    button: deal(facts),
  }),
  deal_delivered: facts => ({
    subject: `Часть растений передана: ${facts.project}`,
    before: [
      `Здравствуйте! ${actingCompany(facts.company)} передаёт часть растений: «${facts.project}».`,
      'Когда получите их, отметьте это в сделке.',
    ],
    button: deal(facts),
  }),
  deal_rest_cancelled: facts => ({
    subject: `Остаток отменён: ${facts.project}`,
    before: [
      `Здравствуйте! ${actingCompany(facts.company)} больше ничего не передаст по сделке «${facts.project}».`,
      `Причина: ${facts.reason}`,
    ],
    button: deal(facts),
  }),
  deal_delivery_received: facts => ({
    subject: `Часть растений принята: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} принимает часть растений: «${facts.project}».`],
    button: deal(facts),
  }),
  claim_made: facts => ({
    subject: `Претензия: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} сообщает о недостатках того, что получено: «${facts.project}».`],
    button: deal(facts),
  }),
  claim_answered: facts => ({
    subject: `Ответ на претензию: ${facts.project}`,
    before: [`Здравствуйте! ${actingCompany(facts.company)} отвечает на вашу претензию: «${facts.project}».`],
    button: deal(facts),
  }),
  claim_accepted: facts => ({
    subject: `Ответ на претензию принят: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} принимает ваш ответ на претензию: «${facts.project}».`],
    button: deal(facts),
  }),
  claim_withdrawn: facts => ({
    subject: `Претензия отозвана: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} отзывает претензию: «${facts.project}».`],
    button: deal(facts),
  }),
  claim_disputed: facts => ({
    subject: `С ответом не согласны: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} не соглашается с ответом на претензию: «${facts.project}».`],
    button: deal(facts),
  }),
  deal_received: facts => ({
    subject: `Растения получены: ${facts.project}`,
    before: [`Здравствуйте! ${facts.buyer} отмечает, что растения получены: «${facts.project}». Сделка закрыта.`],
    button: deal(facts),
  }),
  deal_cancelled: facts => ({
    subject: `Сделка отменена: ${facts.project}`,
    before: [`Здравствуйте! Сделка «${facts.project}» отменена.`, `Причина: ${facts.reason}`],
    button: deal(facts),
  }),
  deal_documents: facts => ({
    subject: `Документы к сделке: ${facts.project}`,
    before: [`Здравствуйте! К сделке «${facts.project}» приложены документы.`],
    button: deal(facts),
  }),
  review_received: facts => ({
    subject: 'Отзыв о вашей компании',
    before: [
      `Здравствуйте! ${facts.buyer} оставляет отзыв о сделке «${facts.project}».`,
      'На него можно ответить один раз: ответ увидят все.',
    ],
    button: deal(facts),
  }),
  review_replied: facts => ({
    subject: 'Ответ на ваш отзыв',
    before: [`Здравствуйте! ${actingCompany(facts.company)} отвечает на ваш отзыв о сделке «${facts.project}».`],
    button: deal(facts),
  }),
}

export function tradeByEmail(to: string, type: TradeNews, facts: TradeFacts, publicUrl: string): Email {
  const { subject, before, button } = letters[type](facts)
  return compose({
    to,
    subject,
    before,
    button: { label: button.label, link: `${publicUrl}${button.path}` },
    after: [],
  })
}
