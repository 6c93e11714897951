import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'
import { TERRAFORM_MISSING, terraformProgram, terraformVersion } from './program.ts'

export { terraformProgram }

/** Modules of the tests. */
export const testModules = fileURLToPath(new URL('modules', import.meta.url))

/** Like `describe`, for what only the real program can show, which takes a second for each of its commands. */
export const describeWithTerraform = (name: string, work: () => void) =>
  describe.skipIf(!terraformVersion)(
    terraformVersion ? name : `${name} (skipped: ${TERRAFORM_MISSING})`,
    { timeout: 120_000 },
    work,
  )
