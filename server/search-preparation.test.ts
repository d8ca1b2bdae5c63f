import { expect, it } from 'vitest'
import { closeAfterTest, testServer } from '#server/test/app.ts'

it('a process that listens is not healthy before it can search, and answers what comes meanwhile', async () => {
  const server = await testServer()
  closeAfterTest(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [health, latest, category] = await Promise.all([
    server.get('/healthz'),
    server.get('/api/products/latest/'),
    server.get('/api/products/hvoynye/'),
  ])
  expect(health).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE', detail: 'Процесс готовится к поиску.' } })
  expect(health.headers['retry-after']).toBeDefined()
  expect(latest.status).toBe(200)
  // It waits for the index, which here is soon filled.
  expect(category.status).toBe(200)
  await server.app.searchPreparation.done
  expect((await server.get('/healthz')).status).toBe(200)
  expect((await server.get(`/api/offers/?search=${encodeURIComponent('туя')}`)).status).toBe(200)
})
