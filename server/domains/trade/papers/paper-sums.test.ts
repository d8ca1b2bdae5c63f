import fc from 'fast-check'
import { expect, it } from 'vitest'
import { vatRates } from '#contract/requisites.ts'
import { firm, person } from '#server/test/trade.ts'
import { hundredths } from '../deliveries/amounts.ts'
import { sumsOf, totalOf } from '../money.ts'
import { contentOf, hashOf, type PaperSource } from './paper-content.ts'
import { vatOfEach, vatWithin } from './paper-sums.ts'
import { paymentText } from './payment-code.ts'
import { rublesInWords } from './rubles-in-words.ts'

const buyer = { ...firm, ...person, vat: 'none' as const }

/** A deal with its lines, handed over in parts, wholly or up to some part. */
const deals = fc
  .record({
    lines: fc.array(
      fc.record({
        priceKopecks: fc.integer({ min: 1, max: 2_000_000_00 }),
        hundredths: fc.integer({ min: 1, max: 1_000_000 }),
        cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
    deliveryKopecks: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
    unloadingKopecks: fc.option(fc.integer({ min: 0, max: 100_000_000 })),
    vat: fc.constantFrom(...vatRates),
  })
  .map(({ lines, vat, ...services }): PaperSource => {
    const rows = lines.map(({ priceKopecks, hundredths: amount }, at) => ({
      lineId: `line ${at}`,
      variantId: null,
      plantId: null,
      name: 'Липа',
      label: '',
      priceKopecks,
      quantity: amount / 100,
      unit: null,
      note: '',
      isSubstitute: false,
      totalKopecks: totalOf(priceKopecks, amount / 100),
    }))
    const parts = Math.max(...lines.map(({ cuts }) => cuts.length)) + 1
    const deliveries = Array.from({ length: parts }, (_, at) => ({
      id: `delivery ${at}`,
      number: at + 1,
      dealId: '',
      handedAt: new Date(0),
      byId: '',
      note: '',
      receivedAt: null,
    }))
    const deliveryLines = lines.flatMap(({ hundredths: whole, cuts }, at) => {
      const ends = [...cuts.map(cut => Math.floor(cut * whole)).toSorted((one, other) => one - other), whole]
      return ends.flatMap((end, part) => {
        const quantity = (end - (ends[part - 1] ?? 0)) / 100
        const row = { deliveryId: `delivery ${part}`, lineId: `line ${at}`, quantity, receivedQuantity: null }
        return quantity > 0 ? [row] : []
      })
    })
    return {
      deal: { ...sumsOf(rows, services), state: 'confirmed', restGivenUpAt: null, createdAt: new Date(0) },
      ...{
        project: '',
        place: '',
        wanted: { from: null, to: null },
        lines: rows,
        deliveries,
        deliveryLines,
        claims: [],
      },
      ...{ company: { ...firm, vat }, buyer },
    } as unknown as PaperSource
  })

it('papers of a thousand deals come to the deal, to the kopeck, with its VAT', () => {
  fc.assert(
    fc.property(deals, source => {
      const { deal, company, lines, deliveries } = source
      for (const kind of ['invoice', 'specification'] as const) {
        const paper = contentOf(source, kind, null)
        expect(paper.total).toBe(deal.totalKopecks)
        expect(paper.lines.reduce((sum, { total }) => sum + total, 0)).toBe(deal.totalKopecks)
        expect(paper.lines.slice(0, lines.length).map(({ total }) => total)).toEqual(lines.map(l => l.totalKopecks))
        expect(paper.vat).toBe(vatWithin(deal.totalKopecks, company.vat))
        expect(paper.lines.reduce((sum, { vat }) => sum + vat, 0)).toBe(paper.vat)
      }
      const waybills = deliveries.map(delivery => contentOf(source, 'waybill', delivery))
      expect(waybills.reduce((sum, { total }) => sum + total, 0)).toBe(deal.linesKopecks)
      for (const [at, line] of lines.entries()) {
        const all = source.deliveryLines.filter(({ lineId }) => lineId === `line ${at}`)
        expect(all.reduce((sum, { quantity }) => sum + hundredths(quantity), 0)).toBe(hundredths(line.quantity))
      }
    }),
    { numRuns: 1000 },
  )
})

it('VAT within a sum is the exact share, rounded once; each line’s is at most a kopeck off', () => {
  expect(vatWithin(12_000, 20)).toBe(2_000)
  expect(vatWithin(122_00, 22)).toBe(22_00)
  expect(vatWithin(100, 'none')).toBe(0)
  fc.assert(
    fc.property(fc.array(fc.nat(10_000_000_000), { maxLength: 50 }), fc.constantFrom(...vatRates), (sums, rate) => {
      const each = vatOfEach(sums, rate)
      const whole = sums.reduce((sum, one) => sum + one, 0)
      expect(each.reduce((sum, one) => sum + one, 0)).toBe(vatWithin(whole, rate))
      for (const [at, vat] of each.entries())
        expect(Math.abs(vat - vatWithin(sums[at] ?? 0, rate))).toBeLessThanOrEqual(1)
    }),
  )
})

it('what was given up is not to be paid, and another content is another paper', () => {
  const [source] = fc.sample(deals, { numRuns: 1, seed: 4 })
  if (!source) throw new Error('no deal')
  const [first] = source.deliveries
  if (!first) throw new Error('no delivery')
  const of = (deal: object) => ({ ...source, deal: { ...source.deal, ...deal } })
  const onlyFirst = {
    ...source,
    deliveryLines: source.deliveryLines.filter(({ deliveryId }) => deliveryId === first.id),
  }
  const rest = contentOf({ ...onlyFirst, deal: of({ restGivenUpAt: new Date() }).deal }, 'invoice', null)
  const services = (source.deal.deliveryKopecks ?? 0) + (source.deal.unloadingKopecks ?? 0)
  expect(rest.total).toBe(contentOf(source, 'waybill', first).total + services)
  expect(hashOf(rest)).not.toBe(hashOf(contentOf(source, 'invoice', null)))
  expect(hashOf(contentOf(source, 'invoice', null))).toBe(hashOf(contentOf(structuredClone(source), 'invoice', null)))
})

it.each([
  [0, 'Ноль рублей 00\u00a0копеек'],
  [101, 'Один рубль 01\u00a0копейка'],
  [202, 'Два рубля 02\u00a0копейки'],
  [11_11, 'Одиннадцать рублей 11\u00a0копеек'],
  [1_000_00, 'Одна тысяча рублей 00\u00a0копеек'],
  [2_014_55, 'Две тысячи четырнадцать рублей 55\u00a0копеек'],
  [121_000_05, 'Сто двадцать одна тысяча рублей 05\u00a0копеек'],
  [770_390_00, 'Семьсот семьдесят тысяч триста девяносто рублей 00\u00a0копеек'],
  [1_000_001_21, 'Один миллион один рубль 21\u00a0копейка'],
  [22_512_013_002_00, 'Двадцать два миллиарда пятьсот двенадцать миллионов тринадцать тысяч два рубля 00\u00a0копеек'],
])('%i kopecks are «%s»', (kopecks, words) => {
  expect(rublesInWords(kopecks)).toBe(words)
})

it('the code of a payment has the required fields in their order, and no field ends another', () => {
  const payee = { ...firm, full_name: 'ООО «Сосна | Ель»', vat: 20 as const }
  expect(paymentText(payee, 123_456, 'Оплата по счёту № 7')).toBe(
    'ST00012|Name=ООО «Сосна Ель»|PersonalAcc=40702810638050013199|BankName=ПАО Сбербанк|BIC=044525225|CorrespAcc=30101810400000000225|PayeeINN=7707083893|KPP=773601001|Purpose=Оплата по счёту № 7|Sum=123456',
  )
  const long = paymentText({ ...payee, full_name: 'я'.repeat(255), bank_name: 'б'.repeat(255) }, 1, 'н'.repeat(300))
  const lengths = Object.fromEntries(
    long
      .split('|')
      .slice(1)
      .map(field => [field.split('=')[0], field.split('=')[1]?.length]),
  )
  expect(lengths).toMatchObject({ Name: 160, BankName: 45, Purpose: 210 })
})
