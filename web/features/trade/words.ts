import type { DealState, DealStep, DealSummary } from '#contract/deals.ts'
import type { LineOption, LineUnit } from '#contract/projects.ts'
import type { IncomingRequest, RequestLine, RequestStatus, RequestSummary, TradeSide } from '#contract/requests.ts'
import { writeWish } from '#contract/size-label.ts'
import { quantityText as quantityOf } from '#web/features/projects/words.ts'

export const lineForms = ['строка', 'строки', 'строк'] as const
/** «не предложил одну строку» */
export const linesObject = ['строку', 'строки', 'строк'] as const
/** «примете одну поставку» */
export const deliveriesObject = ['поставку', 'поставки', 'поставок'] as const
export const companyForms = ['компания', 'компании', 'компаний'] as const
/** «сообщим 5 компаниям» */
export const toCompanies = ['компании', 'компаниям', 'компаниям'] as const
export const dealForms = ['сделка', 'сделки', 'сделок'] as const

export const requestStatusNames: Record<RequestStatus, string> = {
  sent: 'Идёт',
  awarded: 'Выбран поставщик',
  cancelled: 'Отменён',
}

/** To a company, why a request waits. */
export const pausedRequest: Record<TradeSide, string> = {
  buyer:
    'Запрос приостановлен: покупатель сейчас не может пользоваться сайтом. Отвечать пока не нужно; если это изменится, запрос откроется снова.',
  company:
    'Компания сейчас скрыта модераторами, поэтому отвечать на запросы она не может. Когда её откроют, откроется и запрос, если срок ответа не выйдет.',
}

/** Of a deal under way, said to the side that reads it. */
export function pausedDealText(paused: TradeSide, isMine: boolean): string {
  if (paused === 'buyer')
    return 'Покупатель сейчас не может пользоваться сайтом: сообщений и отметок от него не будет. О передаче договоритесь по почте или отмените сделку.'
  return isMine
    ? 'Компания сейчас скрыта модераторами: подтверждать сделки она не может. Подтверждённые можно довести до конца или отменить.'
    : 'Модераторы скрыли эту компанию с сайта. Если растения ещё не переданы, сделку можно отменить.'
}

export const dealStateNames: Record<DealState, string> = {
  awarded: 'Выбрана',
  confirmed: 'Подтверждена',
  handed_over: 'Передана',
  received: 'Получена',
  cancelled: 'Отменена',
}

/** What comes next in a list of requests, in the buyer's words. */
export function buyerStepText({ next_step, status, quotes_count: answered, is_late }: RequestSummary): string {
  if (status === 'cancelled') return ''
  if (next_step === 'choose') return is_late ? 'Срок вышел: сравните и выберите' : 'Можно сравнить и выбрать'
  if (next_step === 'wait') return 'Ждём первых ответов'
  return status === 'sent' && answered === 0 ? 'Срок вышел, никто не ответил' : ''
}

export function companyStepText({ next_step, status, is_late, paused_by, quote, deal }: IncomingRequest): string {
  if (status === 'cancelled') return ''
  if (paused_by) return 'Отвечать сейчас не нужно'
  if (deal) return 'Выбрали вас'
  if (status === 'awarded') return quote ? 'Выбрали других' : 'Без вашего ответа'
  if (next_step === 'quote') return 'Ждёт вашего предложения'
  if (next_step === 'wait') return 'Предложение отправлено, покупатель выбирает'
  return is_late ? 'Срок вышел' : ''
}

/** Whose turn it is and for what, said to the side that reads it. */
export function dealStepText({ step, by }: DealStep, isMine: boolean): string {
  if (step === 'confirm') return isMine ? 'Подтвердите, что всё в силе' : 'Ждём подтверждения компании'
  if (step === 'hand_over') return isMine ? 'Передайте растения' : 'Ждём растения'
  if (step === 'receive') return isMine ? 'Отметьте, что всё получили' : 'Покупатель проверяет полученное'
  return by === 'buyer' && isMine ? 'Напишите отзыв' : 'Можно ждать отзыва'
}

/** The other side of a deal, in one line. */
export const otherSide = ({ side, company, buyer }: Pick<DealSummary, 'side' | 'company' | 'buyer'>) =>
  side === 'buyer' ? company.company_name : buyer.name

/** «40 шт.», «12,5 м²», or empty. */
export const quantityText = (quantity: number | null, unit: LineUnit | null) => quantityOf({ quantity, unit })

/** In which size and packing a line is wanted; may be empty. */
export const wishText = ({ wish }: Pick<RequestLine, 'wish'>) => writeWish(wish)

/** A label within a sentence: «Обхват 18–20» begins small there, «ОКС» does not. */
export const inSentence = (label: string) => label.replace(/^[А-ЯЁ](?=[а-яё])/, letter => letter.toLowerCase())

/** The name of a line; what was written, where it was not understood. */
export const lineName = ({ name, text }: Pick<RequestLine, 'name' | 'text'>) => name || text

export const fitNames: Record<LineOption['fit'], string> = {
  exact: 'Точно такие',
  larger: 'Крупнее',
  smaller: 'Мельче',
  other: 'Другие',
}
