import type { z } from 'zod'

const ofKinds: Record<string, string> = {
  string: 'Нужен текст',
  number: 'Нужно число',
  int: 'Нужно целое число',
  boolean: 'Нужно true или false',
  array: 'Нужен список',
  tuple: 'Нужен список',
  object: 'Нужен объект',
  record: 'Нужен объект',
  file: 'Нужен файл',
}

/** What is wrong with a value of which the contract does not say it: in Russian alone, unlike the texts that Zod brings. */
export const russianMessages: { localeError: z.core.$ZodErrorMap } = {
  localeError(issue) {
    if (issue.code === 'invalid_type') return ofKinds[issue.expected] ?? 'Неверное значение'
    if (issue.code === 'invalid_value') return `Нужно одно из: ${issue.values.map(String).join(', ')}`
    if (issue.code === 'too_big')
      return issue.origin === 'string' ? `Не длиннее ${issue.maximum} знаков` : `Не больше ${issue.maximum}`
    if (issue.code === 'too_small')
      return issue.origin === 'string' ? `Не короче ${issue.minimum} знаков` : `Не меньше ${issue.minimum}`
    if (issue.code === 'not_multiple_of') return `Нужно кратное ${issue.divisor}`
    return issue.code === 'invalid_format' ? 'Неверный формат' : 'Неверное значение'
  },
}
