import { expect, it, onTestFinished } from 'vitest'
import { mailDomain } from './test/app.ts'
import { talk } from './test/letters.ts'
import { preparedPlace } from './test/places.ts'
import { freePort, listen, start, startAndListen, startsServers, startWithin, stop } from './test/processes.ts'

startsServers()

it('a process receives letters where it is told to, and ends with them', { timeout: 2 * startWithin }, async () => {
  const MAIL_IN_PORT = await freePort()
  const { place } = await preparedPlace()
  const settings = { ...place, MAIL_IN_PORT: String(MAIL_IN_PORT), MAIL_IN_DOMAIN: mailDomain }
  const started = await startAndListen(settings)
  const replies = await talk(MAIL_IN_PORT, [
    'EHLO mx.test\r\n',
    'MAIL FROM:<anna@pitomnik.test>\r\n',
    `RCPT TO:<postmaster@${mailDomain}>\r\n`,
    `RCPT TO:<price-aaaaaaaaaaaaaaaaaa@${mailDomain}>\r\n`,
    'DATA\r\n',
    'From: anna@pitomnik.test\r\nSubject: without a date\r\n\r\n.\r\n',
    'QUIT\r\n',
  ])
  expect(replies.map(reply => reply.slice(0, 3))).toEqual(['250', '250', '550', '250', '354', '550', '221'])
  await stop(started)

  const other = await listen(MAIL_IN_PORT)
  onTestFinished(() => void other.close())
  const { ended, stderr } = await start(settings)
  expect(await ended).toBe(1)
  expect(stderr()).toContain(`Порт ${MAIL_IN_PORT} (MAIL_IN_PORT)`)
})
