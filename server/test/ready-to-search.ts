import { vi } from 'vitest'
import type { TestServer } from './app.ts'

/** Waits until the server has loaded the names of plants, which on a busy machine takes longer than a request may. */
export async function readyToSearch({ get }: Pick<TestServer, 'get'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = await get(`/api/offers/?search=${encodeURIComponent('готово')}`)
      if (status !== 200) throw new Error(`not ready: ${status}`)
    },
    { timeout: 60_000, interval: 200 },
  )
}
