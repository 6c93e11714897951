import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../../db/open.ts'
import { DEAD_AFTER_SECONDS } from '../../../db/sql.ts'
import { withHeartbeat } from '../../../jobs/heartbeat.ts'
import type { Secrets } from '../../../secrets.ts'
import type { AccountCleaner } from '../cleaner.ts'
import {
  type Build,
  type BuildResult,
  type CallOptions,
  type CloudAccess,
  type CloudDriver,
  CloudError,
  preflightModuleOf,
} from '../driver.ts'
import { notChecked, tracesOf } from '../traces.ts'
import { type AwsOptions, assumeRole, verifyAws } from './aws-session.ts'
import { readModule } from './modules.ts'
import { buildResultOf, revocableOf } from './outputs.ts'
import { type Log, noLog, type RunOptions, type Tools, withTerraform } from './run.ts'
import { withStages } from './stages.ts'
import { createStates, type Environment, type Inputs, type States } from './states.ts'

export interface TerraformOptions extends RunOptions {
  /** Modules folder. */
  modules: string
  aws: AwsOptions
  cleaner: AccountCleaner
  /** Replaces the states in the database, for tests. */
  states?: States
  /** Called at each of our steps, so that a test can stop the process there. */
  onStep?(step: string): void
}

/** Stages of a build shown to learners, the same for every module. */
export const terraformStages = ['Preparing Terraform', 'Planning', 'Building', 'Reading what was built'] as const

interface Deps {
  db: Db
  secrets: Pick<Secrets, 'seal' | 'open'>
  log: Parameters<typeof withHeartbeat>[0]['log']
}

/** Builds with Terraform or OpenTofu. Inventory and clean-up are left to the cleaner, because a state is not reliable enough for them. */
export function createTerraformClouds({ db, secrets, log }: Deps, options: TerraformOptions): CloudDriver {
  const { onStep = () => {}, cleaner } = options
  const states = options.states ?? createStates(db, secrets)

  /** Waits until a run that has just died counts as dead. */
  async function acquire(id: string, token: string, signal: AbortSignal): Promise<Environment | undefined> {
    for (let waited = 0; ; waited++) {
      const row = await states.acquire(id, token)
      if (row || !(await states.find(id))) return row
      if (waited > DEAD_AFTER_SECONDS)
        throw new CloudError('failed', 'Another Terraform run is working on this environment, so nothing was changed.')
      await pause(1_000, undefined, { signal })
    }
  }

  interface Held {
    row: Environment
    inputs: Inputs
    token: string
    tools: Tools
    signal: AbortSignal
  }

  /** Runs the work with exclusive access to an existing environment; undefined if there is none. */
  async function hold<T>(
    { access, id, run, inputs: given, log: say = noLog }: HoldOptions,
    work: (held: Held) => Promise<T>,
    unless: (row: Environment) => T | undefined = () => undefined,
  ): Promise<T | undefined> {
    const token = randomUUID()
    const row = await acquire(id, token, run.signal)
    if (!row) return undefined
    try {
      const decided = unless(row)
      if (decided !== undefined) return decided
      const module = await readModule(options.modules, row.module, row.module_version)
      if (module.digest !== row.module_digest)
        throw new CloudError('failed', `The module ${row.module} has changed since this environment was started.`)
      const inputs = given ?? states.openInputs(row)
      const touch = () => states.touch(id, token)
      return await withHeartbeat({ touch, signal: run.signal, log }, async (signal) => {
        const session = await assumeRole(access, options.aws, { name: id, signal })
        const environment = { id, token }
        return withTerraform(
          options,
          { states, environment, access: session, module, inputs, signal, log: say },
          (tools) => work({ row, inputs, token, tools, signal }),
        )
      })
    } finally {
      await states.release(id, token)
    }
  }

  return {
    stagesOf: () => [...terraformStages],

    async verify(access, run) {
      if (access.cloud === 'aws') {
        const session = await assumeRole(access, options.aws, { name: 'check', signal: run.signal })
        return verifyAws(session, options.aws, run.signal)
      }
      // Planning makes the provider sign in, and builds nothing.
      const build = { ...preflightModuleOf(access.cloud), variables: {}, flags: {} }
      const id = randomUUID()
      await begin(access, { ...build, deployment_id: id })
      try {
        await hold({ access, id, run }, ({ tools }) => tools.plan(noLog))
      } finally {
        await forget(id)
      }
    },

    async apply(access, build, run) {
      await begin(access, build)
      return withStages(terraformStages, run, async (stages) => {
        const result = await hold(
          { access, id: build.deployment_id, run: { signal: stages.signal }, log: stages.log },
          async ({ token, tools }) => {
            const id = build.deployment_id
            onStep('prepared')
            await stages.next()
            const { resources } = await tools.plan(stages.log)
            onStep('planned')
            for (const line of await run.onPlan(resources)) stages.log(line)
            await stages.next()
            await change(id, token, 'applying')
            onStep('applying')
            await tools.apply(stages.log)
            await change(id, token, 'applied')
            onStep('applied')
            await stages.next()
            return buildResultOf(await tools.outputs())
          },
          assertUnbuilt,
        )
        return result ?? lost()
      })
    },

    async readOutputs(access, build, run) {
      onStep('read')
      const read = await hold(
        { access, id: build.deployment_id, run },
        async ({ tools }): Promise<BuildResult | null> => buildResultOf(await tools.outputs()),
        ({ phase }) => (phase === 'applied' ? undefined : null),
      )
      return read ?? null
    },

    async update(access, build, run) {
      const inputs = { variables: build.variables, flags: build.flags }
      const id = build.deployment_id
      const done = await hold({ access, id, run, inputs }, async ({ row, token, tools }) => {
        if (row.phase !== 'applied')
          throw new CloudError('refused', 'This environment is not built, so it cannot be changed.')
        const { rebuilt } = await tools.plan(noLog)
        if (rebuilt.length > 0)
          throw new CloudError(
            'refused',
            `That cannot be changed in place: ${rebuilt.slice(0, 5).join(', ')} would be rebuilt.`,
          )
        await tools.apply(noLog)
        if (!(await states.saveInputs(id, token, inputs))) throw lost()
        onStep('updated')
        return true
      })
      if (!done) throw new CloudError('refused', 'There is no such environment.')
    },

    async revoke(access, id, run) {
      await hold(
        { access, id, run },
        async ({ token, tools }) => {
          const targets = revocableOf(await tools.outputs())
          if (targets.length > 0) await tools.destroy(noLog, targets)
          await change(id, token, 'destroying')
          onStep('revoked')
          return true
        },
        // An unfinished build has not granted any access.
        ({ phase }) => (phase === 'applied' ? undefined : true),
      )
    },

    async destroy(access, id, run) {
      const destroyed = await hold({ access, id, run }, async ({ token, tools }) => {
        await change(id, token, 'destroying')
        onStep('destroying')
        const { removed } = await tools.destroy(noLog)
        onStep('destroyed')
        await states.forget(id, token)
        return { removed }
      })
      return destroyed ?? { removed: [] }
    },

    async nuke(access, run) {
      onStep('nuke')
      const { removed } = await cleaner.nuke(await sessionOf(access, run), run)
      await states.forgetAccount(access)
      onStep('nuked')
      return { removed }
    },

    async inventory(access, run) {
      onStep('inventory')
      return cleaner.inventory(await sessionOf(access, run), run)
    },

    // An empty account has no identity with a learner's permissions, so a probe is not possible.
    probe: async ({ cloud }) => tracesOf(cloud).map(notChecked),
  }

  async function begin(access: CloudAccess, build: Omit<Build, 'module_stages'>): Promise<void> {
    const { deployment_id, module, module_version, variables, flags } = build
    const { digest } = await readModule(options.modules, module, module_version)
    const { cloud, account_id } = access
    const row = { deployment_id, cloud, account_id, module, module_version, module_digest: digest }
    await states.begin(row, { variables, flags })
  }

  async function forget(id: string): Promise<void> {
    const token = randomUUID()
    if (await states.acquire(id, token)) await states.forget(id, token)
  }

  /** Sets the phase, unless another run has taken over the environment. */
  async function change(id: string, token: string, phase: Environment['phase']): Promise<void> {
    if (!(await states.setPhase(id, token, phase))) throw lost()
  }

  async function sessionOf(access: CloudAccess, { signal }: CallOptions): Promise<CloudAccess> {
    return assumeRole(access, options.aws, { name: 'clean-up', signal })
  }
}

interface HoldOptions {
  access: CloudAccess
  id: string
  run: CallOptions
  inputs?: Inputs
  log?: Log
}

/** A stopped apply may have built resources that its state does not contain, so nothing is built on top of it. */
function assertUnbuilt({ phase }: Environment): undefined {
  if (phase !== 'planning')
    throw new CloudError(
      'failed',
      'Terraform was stopped during the build, so the contents of the account are unknown. It will be emptied.',
    )
}

const lost = (): never => {
  throw new CloudError('failed', 'Another Terraform run has taken over this environment.')
}
