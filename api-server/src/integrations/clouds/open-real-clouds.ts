import type { FastifyBaseLogger } from 'fastify'
import { type Config, ConfigError } from '../../config.ts'
import type { Db } from '../../db/open.ts'
import type { Secrets } from '../../secrets.ts'
import type { AccountCleaner } from './cleaner.ts'
import { type CloudConsole, type CloudDriver, CloudError } from './driver.ts'

type NeededDeps = { db: Db; secrets: Secrets; log: FastifyBaseLogger }
interface RealClouds {
  clouds: CloudDriver
  cloudConsole: CloudConsole
}

/** Driver for real clouds, with the program and cleaners named in the configuration. Its code is only loaded if needed. */
export async function openRealClouds(config: Config, { db, secrets, log }: NeededDeps): Promise<RealClouds> {
  const { createTerraformClouds } = await import('./terraform/terraform.ts')
  const { createTerraformConsole } = await import('./terraform/console.ts')
  const { awsRole, ...options } = terraformOptions(config)
  // A process that only serves requests builds nothing and does not need the program.
  if (config.role !== 'web') await assertProgram(options.program)
  return {
    clouds: createTerraformClouds(
      { db, secrets, log },
      { ...options, aws: { role: awsRole }, cleaner: await openCleaner(config) },
    ),
    cloudConsole: createTerraformConsole({ db, secrets }, options),
  }
}

/** The settings, without unset ones. */
function terraformOptions({ terraform: { workFolder, ...rest } }: Config) {
  return workFolder === undefined ? rest : { ...rest, workFolder }
}

async function openCleaner({ cleaners, cleanBaselineFile }: Config): Promise<AccountCleaner> {
  const { createCleaner } = await import('./cleaner.ts')
  const { readBaseline } = await import('./cleaner-config.ts')
  return createCleaner({
    commands: cleaners,
    async baseline() {
      if (!cleanBaselineFile) throw new CloudError('failed', 'No cleaner is configured: set CLEAN_BASELINE_FILE.')
      return readBaseline(cleanBaselineFile)
    },
  })
}

async function assertProgram(program: string): Promise<void> {
  const { readVersion } = await import('./terraform/version.ts')
  try {
    await readVersion(program, AbortSignal.timeout(20_000))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`TERRAFORM_BIN must name Terraform or OpenTofu while LAB_DRIVER is terraform: ${why}`])
  }
}
