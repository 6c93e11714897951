import { randomUUID } from 'node:crypto'
import type { StageRecord } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import {
  type Applied,
  type Build,
  type CloudAccess,
  CloudError,
  type Progress,
} from '../../integrations/clouds/driver.ts'
import { isLost, LostError, withHeartbeat } from '../../jobs/heartbeat.ts'
import { credentialsOf } from '../cloud-accounts/credentials.ts'
import { type AccountRow, findAccount, isOlderThan, stepAccount } from '../cloud-accounts/pool.ts'
import { deriveFlag, variableOf } from '../flags/dynamic-flag.ts'
import { findLabAccess } from '../labs/access-queries.ts'
import * as working from './lease-queries.ts'
import * as queries from './queries.ts'
import { refundReset } from './reset-refund.ts'

type Needs = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log'>

/** A build that was taken over so late is given up. */
const GIVE_UP_MINUTES = 45

/**
 * Builds what a deployment asked for, in the account it was leased.
 * Replay: whoever finds a living worker's token leaves. After a worker that died, the outputs of a finished apply are read
 * again (fault 3); an unfinished one is applied again, which passes over what stands (fault 1). A stale token writes nothing.
 */
export async function buildDeployment(deps: Needs, id: string, signal: AbortSignal): Promise<void> {
  const token = randomUUID()
  const taken = await take(deps, id, token)
  if (!taken) return
  const { deployment, account, again } = taken
  try {
    const build = await describeBuild(deps, deployment)
    const access = credentialsOf(deps, account)
    const beat = () => working.touchDeploymentHeartbeat(deps.db, id, token, 'provisioning')
    const applied = await withHeartbeat({ beat, signal, log: deps.log }, async (alive) => {
      if (again === 'too late') throw new CloudError('timeout', 'It did not finish in time.')
      const known = again ? await deps.clouds.readOutputs(access, build, { signal: alive }) : null
      return known ?? apply(deps, deployment, { token, access, build, signal: alive })
    })
    await finish(deps, deployment, account, token, applied)
  } catch (error) {
    if (error instanceof CloudError) return fail(deps, deployment, token, error)
    await working.releaseDeploymentLease(deps.db, id, token)
    if (isLost(error)) return endIfAsked(deps, id)
    throw error
  }
}

/** Someone ended the deployment while it was built: now that this worker has stopped, the rest can be cleared away. */
async function endIfAsked({ db, queue }: Needs, id: string) {
  const now = await queries.findDeployment(db, id)
  if (now.state === 'ending') await queue.send(db, 'deployments.end', { id })
}

async function take({ db }: Needs, id: string, token: string) {
  return db.transaction(async (tx) => {
    const deployment = await working.acquireDeploymentLease(tx, id, 'provisioning', token)
    if (!deployment?.cloud_account_id) return undefined
    const account = await findAccount(tx, deployment.cloud_account_id)
    const started = await stepAccount(tx, account.id, 'building', { reason: 'The build starts', leasedTo: id })
    if (started) return { deployment, account: started, again: false as const }
    const late = await isOlderThan(tx, account.id, GIVE_UP_MINUTES)
    return { deployment, account, again: late ? ('too late' as const) : (true as const) }
  })
}

async function describeBuild({ db, secrets }: Needs, deployment: queries.DeploymentRow): Promise<Build> {
  const lab = await queries.findLab(db, deployment.lab_id ?? '')
  const mine = await findLabAccess(db, deployment.user_id, lab.id)
  const flags = await working.listDynamicFlags(db, lab.id)
  const of = { userId: deployment.user_id, deploymentId: deployment.id }
  return {
    deployment_id: deployment.id,
    module: lab.module,
    module_version: deployment.module_version,
    module_stages: lab.module_stages,
    variables: { ...lab.variables, ...mine?.extra_data },
    flags: Object.fromEntries(flags.map((flag) => [variableOf(flag), deriveFlag(secrets, { ...of, flagId: flag.id })])),
  }
}

async function apply(
  { db, clouds }: Needs,
  deployment: queries.DeploymentRow,
  { token, access, build, signal }: { token: string; access: CloudAccess; build: Build; signal: AbortSignal },
): Promise<Applied> {
  let stages = deployment.stages.length > 0 ? deployment.stages : waitingStages(clouds.stagesOf(build))
  async function onProgress(step: Progress) {
    stages = stages.map((stage) => (stage.name === step.stage ? advance(stage, step) : stage))
    const kept = await db.transaction(async (tx) => {
      if (!(await working.saveStages(tx, deployment.id, token, { stages }))) return false
      await queries.announce(tx, deployment.id, 'stage', { name: step.stage, state: step.state })
      return true
    })
    if (!kept) throw new LostError()
  }
  return clouds.apply(access, build, { signal, onProgress })
}

export const waitingStages = (names: string[]): StageRecord[] =>
  names.map((name) => ({ name, state: 'waiting', started_at: null, ended_at: null, log: [] }))

/** Lines of one stage that are kept. */
const MOST_LINES = 200

function advance(stage: StageRecord, { state, log }: Progress): StageRecord {
  const now = new Date().toISOString()
  return {
    ...stage,
    state,
    started_at: stage.started_at ?? now,
    ended_at: state === 'active' ? null : now,
    log: [...stage.log, ...log.filter((line) => !stage.log.includes(line))].slice(-MOST_LINES),
  }
}

async function finish(
  { db, secrets, queue }: Needs,
  deployment: queries.DeploymentRow,
  account: AccountRow,
  token: string,
  applied: Applied,
): Promise<void> {
  const lab = await queries.findLab(db, deployment.lab_id ?? '')
  const done = await db.transaction(async (tx) => {
    const running = await working.startRunning(tx, deployment, lab, token, {
      outputs: applied.outputs,
      console_url: applied.console_url,
      credentials_sealed: secrets.seal('credentials', deployment.id, JSON.stringify(applied.credentials)),
    })
    if (!running) return false
    const built = await stepAccount(tx, account.id, 'built', { reason: 'Applied', leasedTo: deployment.id })
    if (!built) throw new Error(`The account of deployment ${deployment.id} is not where its build left it`)
    return true
  })
  if (!done) {
    await working.releaseDeploymentLease(db, deployment.id, token)
    await endIfAsked({ db, queue } as Needs, deployment.id)
  }
}

/** Ends a build that the cloud refused; the learner reads why, and pays no reset for it. */
async function fail({ db, queue, log }: Needs, deployment: queries.DeploymentRow, token: string, error: CloudError) {
  log.warn({ deployment: deployment.id, error: error.message }, 'a lab could not be built')
  const message = `The provider could not build your lab: ${error.message} Nothing is lost and no reset was taken: please deploy it again.`
  await db.transaction(async (tx) => {
    const set = { reason: 'failed' as const, message, lease_token: null, heartbeat_at: null }
    if (!(await queries.stepDeployment(tx, deployment.id, 'end', { token, set }))) return
    await refundReset(tx, deployment)
    await queue.send(tx, 'deployments.end', { id: deployment.id })
  })
}
