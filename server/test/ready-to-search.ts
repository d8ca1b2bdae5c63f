import { vi } from 'vitest'
import type { TestServer } from './app.ts'

/** Waits until the server has read the names of plants, which takes it longer than one request may on a busy machine. */
export async function readyToSearch({ get }: Pick<TestServer, 'get'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = await get(`/api/offers/?search=${encodeURIComponent('готово')}`)
      if (status !== 200) throw new Error(`not ready: ${status}`)
    },
    { timeout: 60_000, interval: 200 },
  )
}
