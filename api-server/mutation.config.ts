import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
// @ts-expect-error It has no types.
import { files } from '../scripts/mutation/stryker.config.mjs'
import base from './vitest.config.ts'

const beside = (files as string[]).map((file) => file.replace(/\.ts$/, '.test.ts')).filter((file) => existsSync(file))

/** Tests next to the files that scripts/mutation changes. */
export default defineConfig({
  test: { ...base.test, include: [...beside, 'src/areas/training/exam-attempts/attempts/rules.test.ts'] },
})
