import { z } from 'zod'
import { call } from './call.ts'
import { lookup } from './common.ts'

/** A lookup with an explanation: for a hardiness zone, its temperatures. */
export const describedLookup = z.object({ ...lookup.shape, description: z.string() }).meta({ id: 'DescribedLookup' })
export type DescribedLookup = z.output<typeof describedLookup>

const lookups = z.array(lookup)

/** The lists from which the product form chooses. */
export const referenceCalls = {
  'GET /products/winter_hardiness/': call({
    access: 'public',
    summary: 'Зоны морозостойкости USDA',
    answer: z.array(describedLookup),
  }),
  'GET /products/growth_pattern/': call({ access: 'public', summary: 'Формы роста', answer: lookups }),
  'GET /products/place_of_cultivation/': call({ access: 'public', summary: 'Места выращивания', answer: lookups }),
  'GET /products/crown_shape/': call({ access: 'public', summary: 'Формы кроны', answer: lookups }),
  'GET /products/сrown_shape/': call({
    access: 'public',
    summary: 'Формы кроны (имя с кириллической «с»)',
    answer: lookups,
  }),
  'GET /products/age_group/': call({ access: 'public', summary: 'Возрастные группы', answer: lookups }),
  'GET /products/rsp/': call({ access: 'public', summary: 'Упаковка корневой системы', answer: lookups }),
}
