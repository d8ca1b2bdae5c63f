import { expect, test } from 'vitest'
import { newCompanySchema } from './new-company-form.tsx'

const form = {
  company_name: 'Сад',
  team_zipcode: '7707083893',
  team_phone: '1',
  team_address: '2',
  team_city: 'Тверская область',
  team_country: 'Россия',
}
const errors = (changes: Partial<typeof form>) =>
  Object.fromEntries(
    (newCompanySchema.safeParse({ ...form, ...changes }).error?.issues ?? []).map(issue => [
      issue.path.join('.'),
      issue.message,
    ]),
  )

test.each(['7707083893', '500100732259', ' 7707083893 '])('accepts %j', team_zipcode => {
  expect(errors({ team_zipcode })).toEqual({})
})

test.each([
  ['7707083894', /проверьте цифры/],
  ['123456789012', /проверьте цифры/],
  ['0000000000', /проверьте цифры/],
  ['77070838931', /а здесь 11/],
  ['7707-083893', /только цифры/],
])('refuses %j in Россия in any spelling, and accepts it elsewhere', (team_zipcode, message) => {
  for (const team_country of ['Россия', 'рф', ''])
    expect(errors({ team_zipcode, team_country })).toEqual({ team_zipcode: expect.stringMatching(message) })
  expect(errors({ team_zipcode, team_country: 'Беларусь' })).toEqual({})
})

test("reports errors of other fields together with the number's", () => {
  expect(errors({ team_zipcode: '1', company_name: ' ', team_phone: '' })).toEqual({
    team_zipcode: expect.stringMatching(/а здесь 1$/),
    company_name: 'Не заполнено наименование компании',
    team_phone: 'Не заполнен телефон для связи',
  })
  expect(errors({ team_zipcode: ' ' })).toEqual({ team_zipcode: 'Не заполнен ИНН компании' })
})
