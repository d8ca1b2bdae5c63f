import { isDeepStrictEqual } from 'node:util'
import { projectLimits } from '#contract/project-limits.ts'
import type {
  LineChanges,
  NewLines,
  Project,
  ProjectChanges,
  ProjectForm,
  ProjectSummary,
  Strategy,
} from '#contract/projects.ts'
import type { TransportForm, TransportPlan, Vehicle } from '#contract/transport.ts'
import { lockPeople } from '#server/domains/accounts/accounts.api.ts'
import { listDistances } from '#server/domains/companies/companies.api.ts'
import { readAllLookups } from '#server/domains/reference/lookups.service.ts'
import { findPlace, listPlaces } from '#server/domains/reference/reference.api.ts'
import type { PlanningPool } from '#server/planning/planning-pool.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { type PageRequest, pageLinks, pageRange } from '#server/platform/http/paging.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { readers as processReaders, type ReadingPool } from '#server/reading/workers/reading-pool.ts'
import { refusalOf, type Sender } from '#server/reading/workers/sender.ts'
import type { ReadingTask } from '#server/reading/workers/tasks.ts'
import { choose } from './choosing/choose.ts'
import { correctedContent, invalid, lineFor, noSuchPlant, rowOf, withAnswers } from './new-lines.ts'
import { findChoices } from './options/find-options.ts'
import { listOfferedPlants } from './options/options.queries.ts'
import { type LineContent, type PresentDeps, presentHead, presentProject } from './projects.present.ts'
import {
  chooseVariants,
  countLines,
  countProjects,
  deleteLine,
  deleteProject,
  findLine,
  findProject,
  insertLines,
  insertProject,
  listLines,
  listPlantZones,
  listProjects,
  lockProject,
  moveLine,
  updateLine,
  updateProject,
} from './projects.queries.ts'
import type { ProjectLineRow, ProjectRow } from './projects.tables.ts'
import type { shareTokens } from './sharing/share-tokens.ts'
import { projectTransport } from './transport/project-transport.ts'

export interface ProjectDeps extends PresentDeps {
  tokens: ReturnType<typeof shareTokens>
  readers?: ReadingPool
  planners?: PlanningPool
}

export const noSuchProject = () => new AppError('NOT_FOUND', 'Такого проекта нет.')
const noSuchLine = () => new AppError('NOT_FOUND', 'Такой строки в проекте нет.')
const deleted = { message: 'deleted' as const }
const tooMany = `В проекте не больше ${projectLimits.lines.toLocaleString('ru-RU')} строк`

/** The schedule in a form, to be read in a process of its own. Throws INVALID_INPUT. */
function taskOf({ text }: NewLines, file: ReceivedFile | undefined): ReadingTask {
  if (file) return { is: 'schedule', path: file.path }
  if (text === undefined || text.trim() === '')
    throw invalid('text', 'Вставьте ведомость или выберите файл', 'required')
  return { is: 'schedule', text }
}

const asksTheSame = (one: ProjectLineRow | undefined, other: ProjectLineRow | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one.plantId === other.plantId &&
  one.quantity === other.quantity &&
  one.unit === other.unit &&
  isDeepStrictEqual(one.wish, other.wish)

const nameOf = (file: ReceivedFile | undefined) =>
  (file?.filename.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.[^.]{1,5}$/, '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, projectLimits.name)
    .toWellFormed() || 'Ассортиментная ведомость'

export function projectService(deps: ProjectDeps) {
  const { db, names, offerIndex, tokens, publicUrl, readers = processReaders } = deps

  /**
   * Has the lines of a form read, numbered from 1, and does with them what is to be done. Throws INVALID_INPUT, and
   * TOO_MANY_REQUESTS or UNAVAILABLE if there is no place to read them.
   */
  async function withLines<Result>(
    { asker, signal }: Sender,
    sent: NewLines,
    file: ReceivedFile | undefined,
    work: (lines: LineContent[]) => Promise<Result>,
  ): Promise<Result> {
    const known = await names()
    if (!file && (sent.variant || sent.plant)) return work([await lineFor(db, sent, known)])
    const field = file ? 'file' : 'text'
    const task = taskOf(sent, file)
    return readers.at(asker, signal, async read => {
      const { lines } = await read(task, known).catch((error: unknown) => {
        throw refusalOf(error, field, tooMany)
      })
      if (lines.length === 0) throw invalid(field, 'Здесь нет ни одной строки', 'required')
      return work(lines.map((line, at) => rowOf(line, at + 1)))
    })
  }

  /** Throws INVALID_INPUT if the region or place does not exist. */
  async function check({ region, place }: Pick<ProjectForm, 'region' | 'place'>): Promise<void> {
    const [lookups, found] = await Promise.all([
      region ? readAllLookups(db) : null,
      place ? findPlace(db, place) : undefined,
    ])
    const errors = {
      ...(region && lookups?.byId(region)?.kind !== 'region'
        ? { region: fieldError('Выберите регион из списка', 'not_in_list') }
        : {}),
      ...(place && !found ? { place: fieldError('Такого места нет', 'not_in_list') } : {}),
    }
    if (Object.keys(errors).length > 0) throw new AppError('INVALID_INPUT', undefined, errors)
  }

  /** Makes a project of the lines of a form without storing it. */
  async function draft(form: ProjectForm, file: ReceivedFile | undefined, read: LineContent[]) {
    const lines = await withAnswers(db, read, form.answers ?? [], await names())
    const now = new Date()
    const head = {
      id: uuidv7(),
      name: form.name || nameOf(file),
      regionId: form.region ?? null,
      zone: form.zone ?? null,
      placeId: form.place ?? null,
      createdAt: now,
      updatedAt: now,
    }
    return { head, lines }
  }

  const urlOf = ({ shareKey }: Pick<ProjectRow, 'shareKey'>) =>
    shareKey === null ? null : `${publicUrl}/shared/${tokens.tokenOf(shareKey)}`

  async function getProject(actor: Actor, id: string): Promise<Project> {
    const row = await findProject(db, actor.id, id)
    if (!row) throw noSuchProject()
    return presentProject(deps, row, await listLines(db, id), urlOf(row))
  }

  /** Runs a change while the project is locked. */
  async function change(actor: Actor, id: string, action: (tx: Tx, row: ProjectRow) => Promise<unknown>) {
    await db.transaction(async tx => {
      const row = await lockProject(tx, actor.id, id)
      if (!row) throw noSuchProject()
      await action(tx, row)
      await updateProject(tx, id, {})
    })
    return getProject(actor, id)
  }

  async function lineOf(tx: Tx, projectId: string, id: string): Promise<ProjectLineRow> {
    const line = await findLine(tx, projectId, id)
    if (!line) throw noSuchLine()
    return line
  }

  /** The changes that a form makes to a line. Throws INVALID_INPUT. */
  async function changesOf(
    tx: Tx,
    line: ProjectLineRow,
    form: LineChanges,
    { byId }: NamedPlants,
  ): Promise<Partial<ProjectLineRow>> {
    const changes: Partial<ProjectLineRow> = correctedContent(line, form)
    if (form.plant !== undefined) {
      const known = form.plant === null ? null : byId.get(form.plant)
      if (known === undefined) throw noSuchPlant('plant')
      changes.plantId = known?.id ?? null
      changes.candidates = []
      changes.isNote = line.isNote && known === null
      if (changes.plantId !== line.plantId) changes.chosenVariantId = null
    }
    if (form.chosen !== undefined && form.chosen !== null) {
      const plantId = changes.plantId ?? line.plantId
      const [offered, zones] = await Promise.all([
        listOfferedPlants(tx, [form.chosen]),
        listPlantZones(tx, plantId === null ? [] : [plantId]),
      ])
      const plant = offered.get(form.chosen) ?? null
      if (plant === null || plant !== zones.get(plantId ?? 0)?.id || changes.plantId === null) {
        throw invalid('chosen', 'Такого предложения для этой строки нет', 'not_in_list')
      }
      changes.chosenVariantId = form.chosen
    } else if (form.chosen === null) changes.chosenVariantId = null
    return changes
  }

  /** A project's lines with the plants that they mean now, and its place. Throws NOT_FOUND. */
  async function askingLines(actor: Actor, id: string) {
    const row = await findProject(db, actor.id, id)
    if (!row) throw noSuchProject()
    const place = row.placeId === null ? undefined : await findPlace(db, row.placeId)
    const lines = await listLines(db, id)
    const zones = await listPlantZones(db, [...new Set(lines.flatMap(({ plantId }) => plantId ?? []))])
    const asking = lines.map(line => ({
      ...line,
      plantId: line.isNote || line.plantId === null ? null : (zones.get(line.plantId)?.id ?? null),
    }))
    return { place, lines, asking }
  }

  const transport = projectTransport(deps)
  const needsPlace = () => invalid('place', 'Укажите место проекта', 'required')

  return {
    getProject,

    async getName(actor: Actor, id: string): Promise<string> {
      const row = await findProject(db, actor.id, id)
      if (!row) throw noSuchProject()
      return row.name
    },

    /** Presents a schedule as a project without storing it. */
    async preview(sender: Sender, form: ProjectForm, file: ReceivedFile | undefined): Promise<Project> {
      await check(form)
      return withLines(sender, form, file, async read => {
        const { head, lines } = await draft(form, file, read)
        return presentProject(deps, head, lines, null)
      })
    },

    /** Throws CONFLICT if the person has the maximum number of projects. */
    async createProject(
      actor: Actor,
      sender: Sender,
      form: ProjectForm,
      file: ReceivedFile | undefined,
    ): Promise<Project> {
      await check(form)
      return withLines(sender, form, file, async read => {
        const { head, lines } = await draft(form, file, read)
        await db.transaction(async tx => {
          await lockPeople(tx, [actor.id])
          if ((await countProjects(tx, actor.id)) >= projectLimits.projects)
            throw new AppError('CONFLICT', `Проектов не больше ${projectLimits.projects}: удалите ненужный.`)
          await insertProject(tx, { ...head, ownerId: actor.id })
          await insertLines(
            tx,
            lines.map(line => ({ ...line, projectId: head.id })),
          )
        })
        return getProject(actor, head.id)
      })
    },

    async listProjects(actor: Actor, query: PageRequest, address: string) {
      const links = pageLinks(address, query, await countProjects(db, actor.id))
      const rows = await listProjects(db, actor.id, pageRange(query))
      const [lookups, listed] = await Promise.all([
        readAllLookups(db),
        listPlaces(db, [...new Set(rows.flatMap(({ project }) => project.placeId ?? []))]),
      ])
      const places = new Map(listed.map(place => [place.id, place]))
      const results = rows.map(({ project, linesCount, chosenCount, isShared }): ProjectSummary => ({
        ...presentHead(project, lookups, places.get(project.placeId ?? 0)),
        lines_count: linesCount,
        chosen_count: chosenCount,
        is_shared: isShared,
      }))
      return { ...links, results }
    },

    async changeProject(actor: Actor, id: string, form: ProjectChanges): Promise<Project> {
      if (!(await findProject(db, actor.id, id))) throw noSuchProject()
      await check(form)
      const changes = {
        ...(form.name === undefined ? {} : { name: form.name }),
        ...(form.region === undefined ? {} : { regionId: form.region }),
        ...(form.zone === undefined ? {} : { zone: form.zone }),
        ...(form.place === undefined ? {} : { placeId: form.place }),
      }
      return change(actor, id, tx => updateProject(tx, id, changes))
    },

    async removeProject(actor: Actor, id: string) {
      if (!(await deleteProject(db, actor.id, id))) throw noSuchProject()
      return deleted
    },

    async addLines(actor: Actor, sender: Sender, id: string, sent: NewLines): Promise<Project> {
      if (!(await findProject(db, actor.id, id))) throw noSuchProject()
      return withLines(sender, sent, undefined, lines =>
        change(actor, id, async tx => {
          const count = await countLines(tx, id)
          if (count + lines.length > projectLimits.lines) throw invalid('text', tooMany, 'too_many')
          await insertLines(
            tx,
            lines.map(line => ({ ...line, projectId: id, position: count + line.position })),
          )
        }),
      )
    },

    async changeLine(actor: Actor, id: string, lineId: string, form: LineChanges): Promise<Project> {
      // Reads beforehand: a transaction that waits for a second connection could wait forever.
      const known = await names()
      return change(actor, id, async tx => {
        const line = await lineOf(tx, id, lineId)
        await updateLine(tx, lineId, await changesOf(tx, line, form, known))
        if (form.position !== undefined) await moveLine(tx, line, Math.min(form.position, await countLines(tx, id)))
      })
    },

    async removeLine(actor: Actor, id: string, lineId: string): Promise<Project> {
      return change(actor, id, async tx => deleteLine(tx, await lineOf(tx, id, lineId)))
    },

    /** Chooses an offer for every line; the choice of a line without offers is removed. */
    async choose(
      actor: Actor,
      sender: Sender,
      id: string,
      { strategy, vehicles }: { strategy: Strategy; vehicles?: Vehicle[] | null | undefined },
    ) {
      const { place, lines, asking } = await askingLines(actor, id)
      let made: { variants: (number | null)[]; isApproximate: boolean; transport: TransportPlan | null }
      if (strategy === 'cheapest_delivered') {
        if (!place) throw needsPlace()
        const chosen = await transport.chooseDelivered(sender, asking, { place, vehicles: vehicles ?? null })
        made = { ...chosen, isApproximate: chosen.transport.is_approximate }
      } else {
        if (strategy === 'nearest' && !place) throw needsPlace()
        const choices = await findChoices(offerIndex, asking, place ? await listDistances(db, place) : null)
        made = { ...(await choose(choices, strategy)), transport: null }
      }
      const { variants, isApproximate } = made
      const project = await change(actor, id, async tx => {
        const now = new Map((await listLines(tx, id)).map(line => [line.id, line]))
        const chosen = lines.map((line, at) => ({ line: line.id, variant: variants[at] ?? null }))
        // A line that was changed meanwhile keeps its choice.
        await chooseVariants(
          tx,
          chosen.filter(({ line }, at) => asksTheSame(lines[at], now.get(line))),
        )
      })
      return { ...project, is_approximate: isApproximate, transport: made.transport }
    },

    /** What each way of choosing comes to. */
    async listStrategies(actor: Actor, sender: Sender, id: string) {
      const { place, asking } = await askingLines(actor, id)
      return { strategies: await transport.strategiesOf(sender, asking, place) }
    },

    /** The lorries of what is chosen. Throws INVALID_INPUT for a project without a place. */
    async planTransport(actor: Actor, sender: Sender, id: string, form: TransportForm): Promise<TransportPlan> {
      const { place, asking } = await askingLines(actor, id)
      if (!place) throw needsPlace()
      return transport.transportOf(sender, asking, place, form)
    },
  }
}
