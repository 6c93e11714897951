/**
 * `npm run cloud-proof -- aws|azure|gcp --lab SLUG`: proves with an account of yours that a cloud works, from lease to clean-up receipt. Logs to
 * standard error.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { proveCloud } from '../areas/training/canaries/index.ts'
import { buildDeps } from '../build-deps.ts'
import { ConfigError, loadConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import type { CloudName } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../errors.ts'
import type { CloudAccess } from '../integrations/clouds/driver.ts'
import { createStates } from '../integrations/clouds/terraform/states.ts'
import { readVersion } from '../integrations/clouds/terraform/version.ts'
import { createLog } from '../log.ts'
import { explainStartFailure } from '../start-errors.ts'
import { parse, UsageError } from './command-line.ts'

/** Seconds between two progress checks. */
const CHECK_SECONDS = 2

const usage = `Usage: npm run cloud-proof -- aws|azure|gcp --lab SLUG

It builds a lab in a free account of yours, which costs money. docs/how-to/real-clouds.md tells what it does.`

async function main(): Promise<string> {
  const { positionals, values } = parse(process.argv.slice(2), 1, { lab: { type: 'string' } })
  const cloud = positionals[0] as CloudName
  if (!['aws', 'azure', 'gcp'].includes(cloud) || typeof values.lab !== 'string')
    throw new UsageError('Name a cloud and a lab.')
  const config = loadConfig(process.env)
  if (config.labDriver !== 'terraform') throw new ConfigError(['LAB_DRIVER must be terraform for a proof.'])
  const opened = await openDatabase(config)
  try {
    await opened.migrate()
    const deps = await buildDeps(config, opened, createLog(config, process.stderr))
    const version = await readVersion(config.terraform.program, AbortSignal.timeout(20_000))
    await deps.queue.start('worker')
    try {
      const { account_id, at, removed } = await proveCloud(deps, {
        cloud,
        lab: values.lab,
        program: `${config.terraform.program.endsWith('tofu') ? 'OpenTofu' : 'Terraform'} ${version}`,
        makeByHand: (access) => makeStray(deps, access),
        work: () => pause(CHECK_SECONDS * 1000),
        say: (sentence) => process.stdout.write(`${sentence}\n`),
      })
      return `Proven in ${account_id} at ${at.toISOString()}: ${removed.length} resources removed, found empty twice.`
    } finally {
      await deps.queue.stop()
    }
  } finally {
    await opened.close()
  }
}

/** Builds a small module and discards its state, so that only an inventory of the account can find its resources. */
async function makeStray({ db, secrets, clouds }: Deps, access: CloudAccess): Promise<string> {
  const id = randomUUID()
  const build = {
    deployment_id: id,
    module: `stray-${access.cloud}`,
    module_version: '1.0.0',
    module_stages: [],
    variables: {},
    flags: {},
  }
  await clouds.apply(access, build, {
    signal: AbortSignal.timeout(600_000),
    onProgress: async () => {},
    onPlan: async () => [],
  })
  const states = createStates(db, secrets)
  const token = randomUUID()
  await states.acquire(id, token)
  await states.forget(id, token)
  return 'stray'
}

try {
  process.stdout.write(`${await main()}\n`)
} catch (error) {
  const usageError = error instanceof UsageError ? { message: `${error.message}\n\n${usage}`, exitCode: 64 } : undefined
  const apiError = error instanceof ApiError ? { message: error.message, exitCode: 65 } : undefined
  const { message, exitCode } = usageError ?? apiError ?? explainStartFailure(error)
  process.stderr.write(`${message}\n`)
  process.exitCode = exitCode
}
