import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Answer,
  type Call,
  inBulk,
  makeCasts,
  type Person,
  type TwoProcesses,
  twoProcesses,
  Unavailable,
} from './two-processes.ts'

/** Something that a deed has made. `name`: by which the model knows it; `id`: by which the server does. */
export interface Thing {
  name: string
  id: string
}

/** Things made in a history, by kind. */
export interface Things {
  add(kind: string, name: string, id: string): void
  all(kind: string): Thing[]
  /** The name of the thing with this id. */
  nameOf(kind: string, id: string | number | null | undefined): string
}

/** What a history begins with: people and things of its own. */
export interface Stage {
  processes: TwoProcesses
  things: Things
  of(who: number): Person
  /** The number of the person with this id, or of a company's creator; -1: a stranger. */
  numberOf(id: string | number | null | undefined): number
}

/** A deed with the things that its numbers mean. */
export type Aimed<Deed, Field extends PropertyKey> = Deed extends unknown
  ? { [Key in keyof Deed]: Key extends Field ? Thing | Extract<Deed[Key], null> : Deed[Key] }
  : never

/** A history that has begun. `View`: what can be looked at. */
export interface Begun<Deed, State, View extends string> {
  /** What the model knows at first. Plain data: it is copied. */
  state: State
  /** Does the deed and returns what counts of the answer. What it makes is added to the things under `name`. */
  act(deed: Deed, name: string, call: Call): Promise<unknown>
  /** What this person sees there; the order in arrays does not count. `get` returns the body of an answer. */
  look: Record<View, (who: number, get: (path: string) => Promise<Answer['body']>) => Promise<unknown>>
}

/** What is tested by histories. */
export interface Subject<Deed, State, Field extends PropertyKey, View extends string> {
  /** Its kept histories are in kept/<name>.json. */
  name: string
  /** How many of a hundred histories are its own. */
  share: number
  /** Who has created a company. */
  withCompany: readonly number[]
  deeds: fc.Arbitrary<Deed>
  /** Two deeds at once; left out: any two. */
  together?: fc.Arbitrary<[Deed, Deed]>
  /** Fields of deeds that are numbers of things, with the kind of these: 0 is the first that was made, -1 the last. */
  aims: Record<Field, string>
  begin(stage: Stage): Promise<Begun<Aimed<Deed, Field>, State, View>>
  /** The model: does the deed to the state, and returns the answer that is right. */
  step(state: State, deed: Aimed<Deed, Field>, name: string): unknown
  /**
   * The model: the answer to a deed, which was `said`, if it is read when what was done at the same moment is done too:
   * answers show what there is when they are made.
   */
  reread?(state: State, deed: Aimed<Deed, Field>, said: unknown): unknown
  /** The model: what a person must see. */
  sees: Record<View, (state: State, who: number) => unknown>
  /** What is looked at after every step, as the first person sees it: cheap, and never to be wrong. */
  always?: View
}

/** One deed, or two at once, the first through the process `at` and the second through the other one. */
interface Step<Deed> {
  deeds: Deed[]
  at: number
  looks: Look[]
}

/** Somebody looks at something. Not everybody at everything: that would take longer than the deeds. */
interface Look {
  who: number
  view: string
}

interface History<Deed> {
  steps: Step<Deed>[]
  /** At the end. */
  looks: Look[]
}

/** People of a history. */
export const people = 3
export const everybody = [0, 1, 2]
/** An arbitrary of their numbers. */
export const person = fc.nat(people - 1)
/** The number of a thing that was made, of its kind. */
export const thing = fc.nat(4)
const processes = 2
/** Histories of all subjects: few enough for every run of the tests, on either database. */
const total = Number(process.env.HISTORIES ?? 300)
/** Fixed, so that a change is not refused for what it has not caused; `random` explores, and keeps what it finds. */
const isExploring = process.env.HISTORIES_SEED === 'random'
const seed = isExploring ? Date.now() % 2 ** 31 : Number(process.env.HISTORIES_SEED ?? 27)
const minute = 60_000

/** Orders for what has none, or whose order is not what a history is about. */
export const byValue = <Value extends string | number>(one: Value, other: Value) =>
  one < other ? -1 : Number(one > other)
export const byName = ([one]: [string, unknown], [other]: [string, unknown]) => byValue(one, other)

const nobodys = '0190a5c0-0000-7000-8000-000000000000'

function newThings(): Things {
  const made = new Map<string, Thing[]>()
  const all = (kind: string) => made.get(kind) ?? []
  return {
    all,
    nameOf: (kind, id) => all(kind).find(known => known.id === String(id))?.name ?? 'unknown',
    add(kind, name, id) {
      const known = [...all(kind), { name, id }]
      made.set(
        kind,
        known.toSorted((one, other) => byValue(one.name, other.name)),
      )
    },
  }
}

/** The value with each array in an order of its own, the same for the same members. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(unordered).toSorted((one, other) => byValue(JSON.stringify(one), JSON.stringify(other)))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unordered(member)]))
}

function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`no ${what}`)
  return value
}

const ordersOf = <Value>(values: Value[]): Value[][] => (values.length < 2 ? [values] : [values, values.toReversed()])

const keptIn = (file: URL): unknown[] => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown[]) : [])

/** Declares the test that runs the histories of a subject: first those that were kept, then random ones. */
export function runHistories<Deed, State, Field extends PropertyKey, View extends string>(
  subject: Subject<Deed, State, Field, View>,
): void {
  let both: TwoProcesses
  const cast = inBulk(count => makeCasts(both.server, count, people, subject.withCompany))
  beforeAll(async () => {
    both = await twoProcesses()
  })
  afterAll(() => both.close())

  const aim = (deed: Deed, things: Things) =>
    Object.fromEntries(
      Object.entries(deed as object).map(([field, value]) => {
        const kind = (subject.aims as Record<string, string>)[field]
        if (kind === undefined || typeof value !== 'number') return [field, value]
        const there = things.all(kind)
        return [field, there.at(value % there.length) ?? { name: 'none', id: nobodys }]
      }),
    ) as Aimed<Deed, Field>

  async function live({ steps, looks }: History<Deed>): Promise<void> {
    const things = newThings()
    const actors = await cast()
    const actorOf = (who: number) => known(actors[who], `person ${who}`)
    const { state, act, look } = await subject.begin({
      processes: both,
      things,
      of: actorOf,
      numberOf: id => actors.findIndex(actor => actor.id === id || actor.companyId === id),
    })
    // Two deeds at once may happen in either order, so that the model may be in several states.
    let states = [state]

    function narrow(what: string, real: unknown, possible: { said: unknown; state: State }[]): void {
      const right = possible.filter(({ said }) => isDeepStrictEqual(said, real))
      if (right.length === 0) expect(real, what).toEqual(possible[0]?.said)
      states = right
        .map(one => one.state)
        .filter((one, index, all) => all.findIndex(other => isDeepStrictEqual(one, other)) === index)
    }

    const callOf = (through: number) => known(both.calls[through % processes], `process ${through}`)

    async function see({ who, view }: Look, through: number, when: string): Promise<void> {
      const seen = await look[view as View](who, async path => (await callOf(through)('GET', path, actorOf(who))).body)
      narrow(
        `${view}, as ${who} sees it ${when}`,
        unordered(seen),
        states.map(one => ({ said: unordered(subject.sees[view as View](one, who)), state: one })),
      )
    }

    for (const [index, { deeds, at, looks: watchers }] of steps.entries()) {
      const aimed = deeds.map((deed, place) => ({
        deed: aim(deed, things),
        name: `${String(index).padStart(2, '0')}${place === 0 ? 'a' : 'b'}`,
        place,
      }))
      const answers = await Promise.all(aimed.map(({ deed, name, place }) => act(deed, name, callOf(at + place))))
      narrow(
        `the answers to step ${index}`,
        answers,
        states.flatMap(before =>
          ordersOf(aimed).flatMap(order => {
            const after = structuredClone(before)
            const said: unknown[] = []
            for (const { deed, name, place } of order) said[place] = subject.step(after, deed, name)
            const [first] = order
            if (!first || order.length < 2 || !subject.reread) return [{ said, state: after }]
            const late = said.with(first.place, subject.reread(after, first.deed, said[first.place]))
            return [said, late].map(one => ({ said: one, state: after }))
          }),
        ),
      )
      if (subject.always) await see({ who: 0, view: subject.always }, at, `after step ${index}`)
      for (const one of watchers) await see(one, at + 1, `after step ${index}`)
    }
    for (const [index, one] of looks.entries()) await see(one, index, 'at the end')
  }

  const failureOf = (history: History<Deed>) =>
    live(history).then(
      () => null,
      (error: unknown) => error,
    )

  /** Leaves out every step without which the history fails as well: shrinking leaves out only the first ones. */
  async function shortest(history: History<Deed>, error: unknown) {
    let [kept, reason] = [history, error]
    for (let index = history.steps.length - 1; index >= 0; index--) {
      const shorter = { ...kept, steps: kept.steps.toSpliced(index, 1) }
      const failure = await failureOf(shorter)
      if (failure !== null && !(failure instanceof Unavailable)) [kept, reason] = [shorter, failure]
    }
    return { kept, reason }
  }

  const aLook: fc.Arbitrary<Look> = fc.record({ who: person, view: fc.constantFrom(...Object.keys(subject.sees)) })
  const step: fc.Arbitrary<Step<Deed>> = fc.record({
    deeds: fc.oneof(
      { weight: 4, arbitrary: fc.tuple(subject.deeds) },
      { weight: 1, arbitrary: subject.together ?? fc.tuple(subject.deeds, subject.deeds) },
    ),
    at: fc.nat(processes - 1),
    looks: fc.oneof({ weight: 9, arbitrary: fc.constant<Look[]>([]) }, { weight: 1, arbitrary: fc.tuple(aLook) }),
  })
  const history: fc.Arbitrary<History<Deed>> = fc.record({
    steps: fc.array(step, { minLength: 3, maxLength: 9, size: 'max' }),
    looks: fc.array(aLook, { minLength: 3, maxLength: 5, size: 'max' }),
  })
  const file = new URL(`kept/${subject.name}.json`, import.meta.url)
  const examples = keptIn(file) as History<Deed>[]
  const numRuns = examples.length + Math.ceil((total * subject.share) / 100)

  it(`${subject.name}: ${numRuns} histories, seed ${seed}`, { timeout: 30 * minute, retry: 0 }, async () => {
    let unavailable = 0
    const result = await fc.check(
      fc.asyncProperty(history, async one => {
        const failure = await failureOf(one)
        // On a busy machine a server may say that it cannot now. What it has done is unknown.
        if (failure instanceof Unavailable) unavailable++
        else if (failure !== null) throw failure
      }),
      { seed, numRuns, examples: examples.map(one => [one]) },
    )
    if (!result.failed) {
      // However busy the machine is, most histories must say something.
      expect(unavailable, 'histories that ended with 503').toBeLessThan(result.numRuns / 2)
      return
    }
    const [found] = result.counterexample ?? []
    if (!found) throw new Error('nothing was run', { cause: result.errorInstance })
    const { kept, reason } = await shortest(found, result.errorInstance)
    const text = JSON.stringify(kept)
    if (isExploring) {
      mkdirSync(new URL('.', file), { recursive: true })
      writeFileSync(file, `${JSON.stringify([...examples, kept], null, 2)}\n`)
    }
    throw new Error(`HISTORIES_SEED=${seed}: this history fails; keep it in kept/${subject.name}.json:\n${text}`, {
      cause: reason,
    })
  })
}
