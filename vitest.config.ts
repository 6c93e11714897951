import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that bound how long other requests wait. They run first: the journeys, which start later, keep both cores busy with four browsers. */
const MEASURED = /\/(hostile-shell-lines|line-pool)\.test\.ts$/

class MeasuredFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isMeasured = ({ moduleId }: TestSpecification) => MEASURED.test(moduleId)
    return [...sorted.filter(isMeasured), ...sorted.filter((file) => !isMeasured(file))]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: MeasuredFirst },
    projects: [
      'packages/api-types',
      'packages/auth',
      'packages/cloud-simulator',
      'packages/messages',
      'packages/ui',
      'api-server',
      'learner-web',
      'admin-console',
    ],
  },
})
