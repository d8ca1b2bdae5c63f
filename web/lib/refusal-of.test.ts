import { describe, expect, it } from 'vitest'
import { ApiError, refusalOf } from './api.ts'

const refused = (fields: ConstructorParameters<typeof ApiError>[1]['fields']) =>
  new ApiError(400, { code: 'INVALID_INPUT', detail: 'Проверьте поля', ...(fields ? { fields } : {}) })
const at = (message: string) => [{ message, code: 'invalid' }]

describe('the sentence of a refusal', () => {
  it('is that of the first named field that was refused', () => {
    const error = refused({ file: at('Файл пуст'), text: at('Слишком длинно') })
    expect(refusalOf(error, 'text', 'file')).toBe('Слишком длинно')
    expect(refusalOf(error, 'name', 'file')).toBe('Файл пуст')
  })

  it('is that of any field when none is named', () => {
    expect(refusalOf(refused({ price: at('Цена меньше нуля') }))).toBe('Цена меньше нуля')
  })

  it('is that of the request when no such field was refused, or for another error', () => {
    expect(refusalOf(refused({ file: at('Файл пуст') }), 'text')).toBe('Проверьте поля')
    expect(refusalOf(refused({ text: [] }), 'text')).toBe('Проверьте поля')
    expect(refusalOf(refused(undefined))).toBe('Проверьте поля')
    expect(refusalOf(new Error('Нет связи'), 'text')).toBe('Нет связи')
  })
})
