import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTemporaryFilesInMemory } from './scripts/memory-folder.ts'

keepTemporaryFilesInMemory()

/** Files that start many servers take minutes: started last, they would prolong the whole run. */
const slowest = [
  'server/start.test.ts',
  'server/backup/backup.test.ts',
  'server/kill.test.ts',
  'server/kill-deals.test.ts',
]
const rankOf = ({ moduleId }: TestSpecification) =>
  slowest.findIndex(name => moduleId.endsWith(name)) + 1 || slowest.length + 1

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the cores of the smallest machine: many files wait for processes that they have started.
    maxWorkers: Math.min(3, availableParallelism() + 1),
    sequence: { sequencer: SlowestFirst },
    // Shared machines are slow at times: tests that pass only on retry are listed, and should be fixed.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'server/**/*.test.ts',
            'contract/**/*.test.ts',
            'docs/**/*.test.ts',
            'scripts/**/*.test.ts',
            'deploy/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          globalSetup: 'server/test/database-snapshot.ts',
          // The server's modules are loaded once per worker, not per file; tests create their own data.
          isolate: false,
          // Generous, for busy machines.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        // A process for each of ninety files would take four times as long as their tests.
        test: { name: 'web', include: ['web/**/*.test.ts', 'web/**/*.test.tsx'], isolate: false },
      },
    ],
  },
})
