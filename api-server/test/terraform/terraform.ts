import { describe } from 'vitest'
import { TERRAFORM_MISSING, terraformProgram, terraformVersion, testModules } from './program.ts'

export { terraformProgram, testModules }

/** Like `describe`, for tests of real Terraform. Each of its commands takes a second. */
export const describeWithTerraform = (name: string, work: () => void) =>
  describe.skipIf(!terraformVersion)(
    terraformVersion ? name : `${name} (skipped: ${TERRAFORM_MISSING})`,
    { timeout: 120_000 },
    work,
  )
