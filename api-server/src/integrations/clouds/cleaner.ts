import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandTemplate } from '../../cleaner-template.ts'
import type { CloudName } from '../../db/schema/index.ts'
import { argumentsOf, environmentOf } from './cleaner-command.ts'
import { type Baseline, configOf, namesAnything, TENANT_TYPES } from './cleaner-config.ts'
import { createReader } from './cleaner-output.ts'
import { type CloudAccess, type CloudDriver, CloudError, type Inventory, type ResourceName } from './driver.ts'
import { type Ended, type Program, runProgram } from './run-program.ts'

/**
 * Finds and removes all resources in an account, regardless of their creator, with the command that the operator configured for the cloud. Other
 * drivers use it for these two calls.
 */
export type AccountCleaner = Pick<CloudDriver, 'nuke' | 'inventory'>

/** Commands of one cloud, as argument templates and never as shell command lines. */
export interface CleanerCommands {
  /** Empties an account: aws-nuke, azure-nuke, gcp-nuke. */
  nuke: CommandTemplate | undefined
  /** Removes what the cloud stores outside the account: identities, role assignments, registrations. */
  tenant: CommandTemplate | undefined
}

export interface CleanerOptions {
  commands: Readonly<Record<CloudName, CleanerCommands>>
  /** Baseline of the accounts; read again for each run, so that a change needs no restart. */
  baseline(): Promise<Baseline>
}

/** Signal that stops a cleaner, and its grace period. */
const STOP: Program['stop'] = { signal: 'SIGTERM', withinMs: 5_000 }

interface Run {
  kind: 'nuke' | 'tenant'
  template: CommandTemplate
  access: CloudAccess
  keep: readonly ResourceName[]
  deployment: string | null
  signal: AbortSignal
}

/**
 * Each command scans first, and removes only what that scan found. A scan counts only if it is reliable: the tool's output is consistent, it could
 * scan every type, and it found at least part of the baseline.
 */
export function createCleaner({ commands, baseline }: CleanerOptions): AccountCleaner {
  const runsOf = (access: CloudAccess, rest: Omit<Run, 'kind' | 'template' | 'access'>): Run[] => {
    const { nuke, tenant } = commands[access.cloud]
    if (!nuke) throw new CloudError('failed', `No cleaner is configured: set NUKE_${access.cloud.toUpperCase()}.`)
    const account: Run = { kind: 'nuke', template: nuke, access, ...rest }
    return tenant ? [account, { ...account, kind: 'tenant', template: tenant }] : [account]
  }

  async function look(run: Run): Promise<Inventory> {
    const known = await baseline()
    const reader = createReader(run.access.account_id)
    const ended = await start(run, known, 'look', reader.read)
    assertEnded(ended, run, 'looked at')
    const { resources } = reader.finishScan()
    const namesOf = (state: string) =>
      resources.filter((one) => one.state === state).map(({ type, name }) => ({ type, name }))
    const found = { residue: namesOf('kept'), left: namesOf('found') }
    if (run.kind === 'nuke') assertBaselineFound(run, known, found)
    return found
  }

  async function remove(run: Run): Promise<ResourceName[]> {
    if ((await look(run)).left.length === 0) return []
    const reader = createReader(run.access.account_id)
    const ended = await start(run, await baseline(), 'remove', reader.read)
    const { resources, failure } = reader.finishRemoval()
    const removed = resources.filter(({ state }) => state === 'removed').map(({ type, name }) => ({ type, name }))
    assertEnded(ended, run, 'removed what is in', removed)
    if (failure) throw new CloudError('failed', `The cleaner removed what is in the account. ${failure}`, removed)
    return removed
  }

  return {
    async nuke(access, { signal, keep, deploymentId }) {
      const removed: ResourceName[] = []
      for (const run of runsOf(access, { keep, deployment: deploymentId, signal }))
        try {
          removed.push(...(await remove(run)))
        } catch (error) {
          if (error instanceof CloudError)
            throw new CloudError(error.kind, error.message, [...removed, ...error.removed])
          throw error
        }
      return { removed }
    },
    async inventory(access, { signal }) {
      const all: Inventory = { residue: [], left: [] }
      for (const run of runsOf(access, { keep: [], deployment: null, signal })) {
        const { residue, left } = await look(run)
        all.residue.push(...residue)
        all.left.push(...left)
      }
      return all
    },
  }
}

/** Runs the command in a new temporary folder. */
async function start(
  run: Run,
  baseline: Baseline,
  mode: 'look' | 'remove',
  onLine: (line: string) => void,
): Promise<Ended> {
  const { access, template, keep, deployment, signal } = run
  const text = configOf(access, baseline, keep, template)
  const home = await mkdtemp(join(tmpdir(), 'flagyard-cleaner-'))
  try {
    const config = join(home, 'config.yaml')
    await writeFile(config, text, { mode: 0o600 })
    const [file, ...args] = argumentsOf(template, access, { config, deployment }, mode)
    const env = environmentOf(access, home, process.env)
    // The tools report what they could not scan on standard error.
    return await runProgram({ file, args, env, cwd: home, signal, stop: STOP, onLine, onErrorLine: onLine })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Throws if the run does not count; the error includes the resources known to be removed. */
function assertEnded({ code, stopped }: Ended, { signal }: Run, did: string, removed: ResourceName[] = []) {
  if (stopped === 'signal') {
    const { reason } = signal
    if (reason instanceof DOMException && reason.name === 'TimeoutError')
      throw new CloudError('timeout', `The cleaner ${did} the account and did not finish in time.`, removed)
    throw reason
  }
  if (stopped === 'output')
    throw new CloudError('failed', `The cleaner ${did} the account and produced too much output.`, removed)
  if (code !== 0)
    throw new CloudError('failed', `The cleaner ${did} the account and ended with the code ${code}.`, removed)
}

/** An empty scan usually means missing read permission. Resources that belong to the whole tenant do not belong to an account. */
function assertBaselineFound({ access: { cloud } }: Run, baseline: Baseline, { residue, left }: Inventory) {
  if (residue.length === 0 && namesAnything(baseline, cloud))
    throw new CloudError(
      'failed',
      'The cleaner scanned the account and found none of the resources that every account has.',
    )
  const foreign = cloud === 'azure' ? left.find(({ type }) => TENANT_TYPES.includes(type)) : undefined
  if (foreign)
    throw new CloudError(
      'refused',
      `The cleaner would remove ${foreign.type} ${foreign.name}, which belongs to the whole tenant.`,
    )
}
