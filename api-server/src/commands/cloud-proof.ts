import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { proveCloud } from '../areas/training/canaries/index.ts'
import { buildDeps } from '../build-deps.ts'
import { ConfigError, loadConfig } from '../config.ts'
import { migrateDatabase } from '../db/last-start.ts'
import { openDatabase } from '../db/open.ts'
import { assertTakenOver } from '../db/restored.ts'
import type { CloudName } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import type { CloudAccess } from '../integrations/clouds/driver.ts'
import { createStates } from '../integrations/clouds/terraform/states.ts'
import { readVersion } from '../integrations/clouds/terraform/version.ts'
import { createLog } from '../log.ts'
import { command, UsageError } from './command-line.ts'

/** Seconds between two progress checks. */
const CHECK_SECONDS = 2

/** Proves with an account of yours that a cloud works, from lease to clean-up receipt. Logs to standard error. */
export const cloudProof = command({
  about: `proves with one lab that a cloud works

It builds the lab in a free account of yours, which costs money. docs/how-to/real-clouds.md explains what it does.`,
  words: ['aws|azure|gcp'],
  options: { lab: { value: 'SLUG', about: 'the lab to build; required' } },
  async run([cloud], { lab }) {
    if (!isCloud(cloud) || lab === undefined) throw new UsageError('Name a cloud and a lab.')
    return prove(cloud, lab)
  },
})

const isCloud = (word: string): word is CloudName => ['aws', 'azure', 'gcp'].includes(word)

async function prove(cloud: CloudName, lab: string): Promise<string> {
  const config = loadConfig(process.env)
  if (config.labDriver !== 'terraform') throw new ConfigError(['LAB_DRIVER must be terraform for a proof.'])
  const opened = await openDatabase(config)
  try {
    await migrateDatabase(opened)
    await assertTakenOver(opened.db)
    const deps = await buildDeps(config, opened, createLog(config, process.stderr))
    const version = await readVersion(config.terraform.program, AbortSignal.timeout(20_000))
    await deps.queue.start('worker')
    try {
      const { account_id, at, removed } = await proveCloud(deps, {
        cloud,
        lab,
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
