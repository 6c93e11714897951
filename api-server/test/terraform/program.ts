import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { serverFolder } from '../../src/server-folder.ts'

/** Terraform or OpenTofu: TERRAFORM_BIN, or `terraform` on the PATH. */
export const terraformProgram = process.env.TERRAFORM_BIN || 'terraform'

/** Modules of the tests. Bundled programs find them too. */
export const testModules = join(serverFolder, 'test/terraform/modules')

/** Undefined if the program is missing. Debian has no package of it, so the tests do not install it. */
export const terraformVersion = versionOf(terraformProgram)

export const TERRAFORM_MISSING = 'No Terraform on this machine: name its program in TERRAFORM_BIN'

function versionOf(program: string): string | undefined {
  try {
    const text = execFileSync(program, ['version', '-json'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', CHECKPOINT_DISABLE: '1' },
    })
    return (JSON.parse(text) as { terraform_version: string }).terraform_version
  } catch {
    return undefined
  }
}
