import type { Remark, RemarkForm, Share, ShareForm } from '#contract/shares.ts'
import { shareLimits } from '#contract/shares.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { projectRemarked } from '../projects.events.ts'
import { findProject, lockProject, updateProject } from '../projects.queries.ts'
import { noSuchProject } from '../projects.service.ts'
import type { ProjectRow } from '../projects.tables.ts'
import type { shareTokens } from './share-tokens.ts'
import {
  countRemarks,
  deleteRemark,
  deleteShare,
  findOpened,
  hasLine,
  insertRemark,
  insertShare,
  listRemarks,
  listShares,
} from './shares.queries.ts'
import type { ShareRow } from './shares.tables.ts'

interface ShareDeps {
  db: Db
  tokens: ReturnType<typeof shareTokens>
  publicUrl: string
}

const noSuchShare = () => new AppError('NOT_FOUND', 'Такой ссылки на проект нет.')
const deleted = { message: 'deleted' as const }

export function shareService({ db, tokens, publicUrl }: ShareDeps) {
  const addressOf = (key: string) => {
    const token = tokens.tokenOf(key)
    return { share_url: `${publicUrl}/shared/${token}`, token }
  }
  const present = ({
    key,
    kind,
    markupHundredths,
    hidesCompanies,
    hidesPrices,
    title,
    createdAt,
  }: ShareRow): Share => ({
    ...addressOf(key),
    kind,
    markup_percent: markupHundredths / 100,
    hide_companies: hidesCompanies,
    hide_prices: hidesPrices,
    title,
    created_at: createdAt.toISOString(),
  })
  /** The address without settings. */
  const presentPlain = ({ shareKey, updatedAt }: ProjectRow): Share[] =>
    shareKey === null
      ? []
      : [
          {
            ...addressOf(shareKey),
            ...{ kind: 'full', markup_percent: 0, hide_companies: false, hide_prices: false, title: '' },
            created_at: updatedAt.toISOString(),
          },
        ]

  async function own(actor: Actor, id: string): Promise<ProjectRow> {
    const row = await findProject(db, actor.id, id)
    if (!row) throw noSuchProject()
    return row
  }

  /** Runs a change of the actor's project while it is locked. */
  const change = <Result>(actor: Actor, id: string, work: (tx: Tx, row: ProjectRow) => Promise<Result>) =>
    db.transaction(async tx => {
      const row = await lockProject(tx, actor.id, id)
      if (!row) throw noSuchProject()
      return work(tx, row)
    })

  const list = async (row: ProjectRow) => [...(await listShares(db, row.id)).map(present), ...presentPlain(row)]

  return {
    /** Throws CONFLICT if the project has the most addresses. */
    async share(actor: Actor, id: string, form: ShareForm) {
      const key = crypto.randomUUID()
      await change(actor, id, async tx => {
        if (Object.keys(form).length === 0) return updateProject(tx, id, { shareKey: key })
        if ((await listShares(tx, id)).length >= shareLimits.shares)
          throw new AppError('CONFLICT', `Ссылок на проект не больше ${shareLimits.shares}: закройте ненужную.`)
        const kind = form.kind ?? 'full'
        await insertShare(tx, {
          key,
          projectId: id,
          kind,
          markupHundredths: Math.round((form.markup_percent ?? 0) * 100),
          // Its client must not learn them, whatever else is asked for.
          hidesCompanies: kind === 'client' || (form.hide_companies ?? false),
          hidesPrices: form.hide_prices ?? false,
          title: form.title ?? '',
        })
        return updateProject(tx, id, {})
      })
      return addressOf(key)
    },

    listShares: async (actor: Actor, id: string) => list(await own(actor, id)),

    async getShare(actor: Actor, id: string, token: string): Promise<Share> {
      const found = (await list(await own(actor, id))).find(one => one.token === token)
      if (!found) throw noSuchShare()
      return found
    },

    /** Takes back the address without settings. */
    async unshare(actor: Actor, id: string) {
      await change(actor, id, tx => updateProject(tx, id, { shareKey: null }))
      return deleted
    },

    async removeShare(actor: Actor, id: string, token: string) {
      const key = tokens.keyOf(token)
      await change(actor, id, async (tx, row) => {
        if (key === null) throw noSuchShare()
        if (row.shareKey === key) return updateProject(tx, id, { shareKey: null })
        if (!(await deleteShare(tx, id, key))) throw noSuchShare()
        return updateProject(tx, id, {})
      })
      return deleted
    },

    /** What somebody with an address says of a line; its owner is told. Throws NOT_FOUND, CONFLICT for too many. */
    async leaveRemark(token: string, { line, text, name }: RemarkForm) {
      const key = tokens.keyOf(token)
      if (key === null) throw noSuchProject()
      await db.transaction(async tx => {
        const opened = await findOpened(tx, key)
        if (!opened) throw noSuchProject()
        const { id, ownerId } = opened.project
        // Remarks of one project are counted one after the other; it may be taken back meanwhile.
        const locked = await lockProject(tx, ownerId, id)
        if (!locked || !(await findOpened(tx, key))) throw noSuchProject()
        if (!(await hasLine(tx, id, line)))
          throw new AppError('INVALID_INPUT', undefined, {
            line: fieldError('Такой строки в проекте нет', 'not_in_list'),
          })
        if ((await countRemarks(tx, id)) >= shareLimits.remarks)
          throw new AppError('CONFLICT', 'Замечаний к проекту уже очень много: новые не принимаются.')
        await insertRemark(tx, { id: uuidv7(), projectId: id, lineId: line, name, text })
        await projectRemarked.emit(tx, { ownerId, projectId: id, name })
      })
      return { message: 'remark sent' as const }
    },

    async listRemarks(actor: Actor, id: string): Promise<Remark[]> {
      await own(actor, id)
      const rows = await listRemarks(db, id)
      return rows.map(row => ({
        id: row.id,
        line: row.lineId,
        name: row.name,
        text: row.text,
        created_at: row.createdAt.toISOString(),
      }))
    },

    async removeRemark(actor: Actor, id: string, remark: string) {
      await change(actor, id, async tx => {
        if (!(await deleteRemark(tx, id, remark))) throw new AppError('NOT_FOUND', 'Такого замечания нет.')
      })
      return deleted
    },
  }
}
