import { z } from 'zod'
import { call } from './call.ts'
import { flag, formNumber, integerId, integerIdText, requiredText } from './common.ts'

export const transportLimits = {
  /** Vehicles of a company, of the site or of one question. */
  vehicles: 12,
  /** Companies in one question. */
  companies: 1000,
} as const

/** Of roads: ways are straight lines times this. */
export const detour = 1.3
export const distanceNote = 'По прямой между населёнными пунктами × 1,3'

const amount = (max: number, message: string) =>
  z.preprocess(
    value =>
      typeof value === 'string' && value.trim() !== '' ? Number(value.replaceAll(/\s/g, '').replace(',', '.')) : value,
    z.number('Нужно число').max(max, message),
  )
const more = (max: number, message: string) => amount(max, message).pipe(z.number().positive('Больше нуля'))
const money = (max: number) =>
  amount(max, 'Слишком много')
    .pipe(z.number().min(0, 'Не меньше нуля'))
    .transform(sum => Math.round(sum * 100) / 100)

/** A kind of lorry. */
export const vehicle = z
  .object({
    name: z.string(),
    payload_kg: z.number(),
    volume_m3: z.number(),
    /** Of the floor: trees lie. */
    length_m: z.number(),
    /** Rubles. */
    price_per_km: z.number(),
    price_min: z.number(),
    with_crane: z.boolean(),
  })
  .meta({ id: 'Vehicle' })
export type Vehicle = z.output<typeof vehicle>

export const vehicleForm = z.object({
  name: requiredText('Назовите машину', 100),
  payload_kg: more(100_000, 'Не больше 100 000 кг'),
  volume_m3: more(500, 'Не больше 500 м³'),
  length_m: more(50, 'Не больше 50 м'),
  price_per_km: money(100_000),
  price_min: money(10_000_000),
  with_crane: flag.default(false),
})

export const vehiclesForm = z
  .array(vehicleForm, 'Нужен список машин')
  .max(transportLimits.vehicles, `Не больше ${transportLimits.vehicles} машин`)

/** Days of the week, from Monday, 1. */
const weekday = z.int('Нужен день недели от 1 до 7').min(1, 'От 1 до 7').max(7, 'От 1 до 7')

/** How a company delivers. */
export const deliveryTerms = z
  .object({
    /** Its own lorries, which carry its plants alone; none: only hired ones come. */
    vehicles: z.array(vehicle),
    /** As far as its own lorries go; `null`: anywhere. */
    radius_km: z.number().nullable(),
    /** Rubles of an order from which its own lorries cost nothing; `null`: they always cost. */
    free_from: z.number().nullable(),
    /** Whether hired lorries may load at it; they do anyway where it has none of its own. */
    pickup: z.boolean(),
    /** Days of the week on which it loads, from Monday, 1; none: any day. */
    loading_days: z.array(weekday),
  })
  .meta({ id: 'DeliveryTerms' })
export type DeliveryTerms = z.output<typeof deliveryTerms>

export const noDeliveryTerms: DeliveryTerms = {
  vehicles: [],
  radius_km: null,
  free_from: null,
  pickup: true,
  loading_days: [],
}

export const deliveryTermsForm = z.object({
  vehicles: vehiclesForm.default([]),
  radius_km: formNumber(z.number('Нужно число').positive('Больше нуля').max(20_000, 'Не больше 20 000 км'))
    .optional()
    .transform(value => value ?? null),
  free_from: formNumber(z.number('Нужна сумма').min(0, 'Не меньше нуля').max(1_000_000_000, 'Слишком много'))
    .optional()
    .transform(value => value ?? null),
  pickup: flag.default(true),
  loading_days: z
    .preprocess(value => value ?? [], z.array(weekday, 'Нужен список дней').max(7, 'В неделе семь дней'))
    .transform(days => [...new Set(days)].toSorted((one, other) => one - other)),
})
export type DeliveryTermsForm = z.output<typeof deliveryTermsForm>

const point = z.object({ latitude: z.number(), longitude: z.number() })
const namedCompany = z.object({ id: integerId, company_name: z.string() })
const load = z.object({
  /** Kilograms and cubic metres. */
  weight: z.number(),
  volume: z.number(),
})

const stop = z.object({
  company: namedCompany,
  ...load.shape,
  /** To the next stop, from the last one to the project's place. */
  distance_km: z.number(),
  lines: z.array(z.object({ line: z.uuid(), quantity: z.int() })),
  point,
})

/** Why something is not on any lorry. `too_much`: lorries take it, but more of them than one plan has. */
export const unplacedReasons = [
  'no_place',
  'no_quantity',
  'no_weight',
  'does_not_fit',
  'no_vehicle',
  'too_much',
] as const

export const tour = z
  .object({
    vehicle,
    /** The company whose lorry it is; `null`: it is hired. */
    owner: namedCompany.nullable(),
    /** In the order in which the lorry calls. */
    stops: z.array(stop),
    distance_km: z.number(),
    /** Rubles. */
    price: z.number(),
    /** The company delivers an order of this sum free of charge. */
    is_free: z.boolean(),
    load,
    /** Days of the week on which all its stops load. */
    loading_days: z.array(weekday),
  })
  .meta({ id: 'Tour' })
export type Tour = z.output<typeof tour>

export const transportPlan = z
  .object({
    tours: z.array(tour),
    /** Rubles. */
    price: z.number(),
    unplaced: z.array(
      z.object({
        line: z.uuid(),
        company: namedCompany,
        quantity: z.number().nullable(),
        reason: z.enum(unplacedReasons),
      }),
    ),
    /** Where all lorries go. */
    point,
    /** How distances are measured, in words. */
    distance_note: z.string(),
    /** Not proven to be the least. */
    is_approximate: z.boolean(),
  })
  .meta({ id: 'TransportPlan' })
export type TransportPlan = z.output<typeof transportPlan>

/**
 * What one company loads for one buyer. The way is from the company to the place where the plants go: where else a lorry
 * calls, and what others load, is not in it.
 */
export const ownStop = z
  .object({
    /** `id` is `null` when there is no such company any more. */
    company: z.object({ ...namedCompany.shape, id: integerId.nullable() }),
    /** Of all lines whose load is known. */
    ...load.shape,
    /** Metres of the longest plant, 0 where no height is known. */
    length_m: z.number(),
    /** Something of it is estimated, not stated by the company. */
    is_estimate: z.boolean(),
    /** Every line's load is known. */
    is_complete: z.boolean(),
    /** `null`: one of both places is not known. */
    distance_km: z.number().nullable(),
    /** How the distance is measured, in words. */
    distance_note: z.string(),
    /** Days of the week on which the company loads, from Monday, 1; none: any day. */
    loading_days: z.array(weekday),
    /** `line`: id of the request's line; `quantity`: plants; weight and volume of all of them, `null`: not known. */
    lines: z.array(
      z.object({
        line: z.uuid(),
        quantity: z.number(),
        weight: z.number().nullable(),
        volume: z.number().nullable(),
        is_estimate: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'OwnStop' })
export type OwnStop = z.output<typeof ownStop>

/** `vehicles`: in place of the site's and the companies'. `companies`: ids, those alone. */
export const transportForm = z.preprocess(
  value => value ?? {},
  z.object({
    companies: z.array(integerId, 'Нужен список компаний').max(transportLimits.companies, 'Слишком много').nullish(),
    vehicles: vehiclesForm.nullish(),
  }),
)
export type TransportForm = z.output<typeof transportForm>

const company = z.object({ id: integerIdText })
const siteVehicles = z.object({
  vehicles: z.array(vehicle),
  /** When they were last changed; `null`: they are as the site was made. */
  changed_at: z.string().nullable(),
})
export type SiteVehicles = z.output<typeof siteVehicles>

const ofOne = z.object({ id: z.uuid().toLowerCase() })

export const stopCalls = {
  'GET /deals/:id/stop/': call({
    access: 'member',
    summary: 'Что компании осталось погрузить по сделке: вес, объём, расстояние до места. Чужих погрузок здесь нет',
    params: ofOne,
    answer: ownStop,
  }),
  'GET /requests/:id/stop/': call({
    access: 'member',
    summary: 'Что компания погрузит по своему последнему предложению; только ей самой',
    params: ofOne,
    answer: ownStop,
  }),
}

export const transportCalls = {
  'GET /teams/:id/delivery_terms/': call({
    access: 'public',
    summary: 'Как компания доставляет: машины, радиус, с какой суммы бесплатно, дни погрузки',
    params: company,
    answer: deliveryTerms,
  }),
  'PUT /teams/:id/delivery_terms/': call({
    access: 'member',
    summary: 'Условия доставки компании; только для её создателя',
    params: company,
    body: deliveryTermsForm,
    answer: deliveryTerms,
  }),
  'GET /staff/vehicles/': call({
    access: 'staff',
    summary: 'Машины сайта, по которым считается наёмная перевозка',
    answer: siteVehicles,
  }),
  'PUT /staff/vehicles/': call({
    access: 'staff',
    summary: 'Изменить машины сайта и их цены',
    body: z.object({ vehicles: vehiclesForm.min(1, 'Нужна хотя бы одна машина') }),
    answer: siteVehicles,
  }),
}
