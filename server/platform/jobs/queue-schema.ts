import { type ConstructorOptions, PgBoss, type Db as QueueDatabase } from 'pg-boss'

/** Common options of the library: none of its background work unless asked for. */
export const queueOptions = (db: QueueDatabase): ConstructorOptions & { db: QueueDatabase } => ({
  db,
  // A schema of its own, beside the product's tables.
  schema: 'pgboss',
  registerInstance: false,
  persistWarnings: false,
  monitorVacuum: false,
  reindex: false,
  openTelemetry: { enabled: false },
})

/** Creates or migrates the queue's tables; part of the migrations. */
export async function migrateQueue(db: QueueDatabase): Promise<void> {
  const boss = new PgBoss({ ...queueOptions(db), supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}
