import { isIP } from 'node:net'
import { type Config, StartupError } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database/database.ts'
import { temporaryFolderOf } from '#server/platform/http/bodies/received-files.ts'
import { limitsOn } from '#server/platform/http/limits/limits.ts'
import { type MailServer, startMailServer } from '#server/platform/mail/receiving/mail-server.ts'
import type { NamedPlants } from '#server/reading/names/named-plants.ts'
import { uploadLimit } from '../price-lists.routes.ts'
import { tokenIn } from './mail-address.service.ts'
import { type LetterDeps, letterTaker } from './take-letter.service.ts'

/** Letters of a company within an hour. */
const letterLimit = { name: 'price-list-letters', points: 20, seconds: 3600 } as const

/** The mail exchangers that may say for whom they speak: of TRUST_PROXY what is one machine. */
export const exchangersOf = (trusted: string[]): string[] =>
  trusted.flatMap(one => (one === 'loopback' ? ['127.0.0.1', '::1'] : isIP(one) ? [one] : []))

interface ReceiverDeps extends Pick<LetterDeps, 'readers' | 'resolver'> {
  config: Pick<Config, 'host' | 'dataDir' | 'rateLimits' | 'trustProxy'>
  /** As in the settings; port 0: any. */
  mailIn: { port: number; domain: string }
  db: Db
  names: () => Promise<NamedPlants>
  logError: (error: unknown) => void
}

/** Receives letters with price lists by SMTP. Throws StartupError if the port is not to be had. */
export async function receiveLetters({
  config,
  mailIn,
  db,
  names,
  logError,
  ...own
}: ReceiverDeps): Promise<MailServer> {
  const limits = limitsOn(db, config.rateLimits, logError)
  const judge = letterTaker({
    ...{ db, names, ...own },
    letters: limits.limit(letterLimit),
    uploads: limits.limit(uploadLimit),
  })
  // Loaded now, so that the first letter does not hold up requests.
  await Promise.all([import('mailauth/lib/dkim/verify.js'), import('mailauth/lib/spf/index.js')])
  try {
    const server = await startMailServer({
      host: config.host,
      ...mailIn,
      folder: temporaryFolderOf(config.dataDir),
      exchangers: exchangersOf(config.trustProxy),
      isOurForm: local => tokenIn(local) !== null,
      judge,
      logError,
    })
    return {
      port: server.port,
      async close() {
        await server.close()
        limits.close()
      },
    }
  } catch (error) {
    limits.close()
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartupError(`Порт ${mailIn.port} (MAIL_IN_PORT) на ${config.host} уже занят.`)
    throw new StartupError(`Нельзя слушать на ${config.host}:${mailIn.port} (HOST, MAIL_IN_PORT): ${message}.`)
  }
}
