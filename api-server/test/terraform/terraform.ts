import { describe } from 'vitest'
import { TERRAFORM_MISSING, terraformProgram, terraformVersion, testModules } from './program.ts'

export { terraformProgram, testModules }

/** Like `describe`, for what only the real program can show, which takes a second for each of its commands. */
export const describeWithTerraform = (name: string, work: () => void) =>
  describe.skipIf(!terraformVersion)(
    terraformVersion ? name : `${name} (skipped: ${TERRAFORM_MISSING})`,
    { timeout: 120_000 },
    work,
  )
