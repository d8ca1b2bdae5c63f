import type { Db } from '#server/platform/database/database.ts'
import { letterAge } from '#server/platform/mail/receiving/prove-sender.ts'
import { giveUpApplying } from './applying/apply-list.service.ts'
import { forgetLetters } from './by-mail/by-mail.queries.ts'
import { forgetOldLists, listStuck, lockList } from './price-lists.queries.ts'
import { failReading } from './read-list.service.ts'

/** Longer than all attempts of a job take together. */
const stuckAfterMinutes = 45
/** Longer than a letter that is taken may have been on its way, whatever its clock says. */
const lettersKeptDays = 4 * Math.ceil((letterAge.most + letterAge.ahead) / (24 * 60 * 60_000))

/** Deletes old lists, and ends lists that no process works on any more. */
export async function cleanPriceLists(db: Db): Promise<void> {
  await forgetOldLists(db)
  await forgetLetters(db, lettersKeptDays)
  for (const stuck of await listStuck(db, stuckAfterMinutes)) {
    if (stuck.status === 'reading') await failReading(db, stuck, 'Прочитать файл не удалось. Загрузите его ещё раз.')
    else {
      await db.transaction(async tx => {
        const list = await lockList(tx, stuck.id)
        if (list?.status !== 'applying' || list.beganAt.getTime() !== stuck.beganAt.getTime()) return
        await giveUpApplying(tx, list, 'Применить прайс-лист не удалось. Ничего не изменилось, попробуйте ещё раз.')
      })
    }
  }
}
