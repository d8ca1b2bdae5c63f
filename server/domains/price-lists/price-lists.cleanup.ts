import type { Db } from '#server/platform/database/database.ts'
import { giveUpApplying } from './applying/apply-list.service.ts'
import { forgetOldLists, listStuck, lockList } from './price-lists.queries.ts'
import { failReading } from './read-list.service.ts'

/** Longer than all tries of a job together. */
const stuckAfterMinutes = 45

/** Deletes what is older than what is kept, and frees lists whose work nobody does any more. */
export async function cleanPriceLists(db: Db): Promise<void> {
  await forgetOldLists(db)
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
