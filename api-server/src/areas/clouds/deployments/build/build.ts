import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { readNow } from '../../../../db/now.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import type { CloudName, ModuleStage, StageRecord } from '../../../../db/schema/index.ts'
import type { Deps } from '../../../../deps.ts'
import {
  type Build,
  type BuildResult,
  type CloudAccess,
  CloudError,
  type Progress,
  preflightModuleOf,
  type ResourceName,
} from '../../../../integrations/clouds/driver.ts'
import { redact, redactStages, secretsOf } from '../../../../integrations/clouds/redact-log.ts'
import { isLeaseLost, LeaseLostError, withHeartbeat } from '../../../../jobs/heartbeat.ts'
import { findBookedExam } from '../../../catalogue/exams/index.ts'
import { deriveFlag, variableOf } from '../../../catalogue/flags/index.ts'
import { learnerLabs } from '../../../catalogue/labs/index.ts'
import { type AccountRow, accountOf, credentialsOf, transitionAccount } from '../../cloud-accounts/index.ts'
import * as leases from '../lease-queries.ts'
import * as queries from '../queries.ts'
import { findRunLab, findSnapshot, readSnapshot, saveSnapshot } from '../snapshot-queries.ts'
import { refundReset } from '../teardown/teardown.ts'
import { checkPlan, OverLimitsError } from './check-plan.ts'
import { listDynamicFlags, registerFlags } from './register-flags.ts'

type NeededDeps = Pick<Deps, 'db' | 'secrets' | 'clouds' | 'queue' | 'log'>

/** Age of a build in minutes after which it is abandoned instead of retried. */
const GIVE_UP_MINUTES = 45

/**
 * Builds a deployment's lab in its leased account. Safe to retry: does nothing while another worker is alive. After a worker has died, it reads the
 * outputs of a finished apply again, or repeats an unfinished one, which skips existing resources. A stale token writes nothing.
 */
export async function buildDeployment(deps: NeededDeps, id: string, signal: AbortSignal): Promise<void> {
  const token = randomUUID()
  const started = await startBuild(deps, id, token)
  if (!started) return
  const { deployment, account, isRetry } = started
  let secrets: string[] = []
  try {
    const build = await toBuild(deps, deployment)
    const access = credentialsOf(deps, account)
    secrets = secretsOf([...Object.values(access.credentials), ...Object.values(build.flags)])
    const touch = () => leases.touchDeploymentHeartbeat(deps.db, id, token, 'provisioning')
    const result = await withHeartbeat({ touch, signal, log: deps.log }, async (alive) => {
      if (isRetry === 'too late') throw new CloudError('timeout', 'The build did not finish in time.')
      const finished = isRetry ? await deps.clouds.readOutputs(access, build, { signal: alive }) : null
      return finished ?? apply(deps, deployment, { token, account, access, build, secrets, signal: alive })
    })
    await finish(deps, deployment, account, token, result)
  } catch (error) {
    if (error instanceof CloudError) return fail(deps, deployment, token, failureMessage(deployment, error, secrets))
    await leases.releaseDeploymentLease(deps.db, id, token)
    if (isLeaseLost(error)) return resumeTeardown(deps, id)
    throw error
  }
}

/** Starts the teardown of a deployment that was ended while a worker held its lease. Called after the worker has stopped. */
export async function resumeTeardown({ db, queue }: Pick<Deps, 'db' | 'queue'>, id: string) {
  const current = await queries.findDeployment(db, id)
  if (current.state === 'ending') await queue.send(db, 'deployments.end', { id })
}

async function startBuild({ db, clouds }: NeededDeps, id: string, token: string) {
  return db.transaction(async (tx) => {
    const deployment = await leases.acquireDeploymentLease(tx, id, 'provisioning', token)
    const account = deployment && (await accountOf(tx, deployment))
    if (!account) return undefined
    const started = await transitionAccount(tx, account.id, 'building', { reason: 'Build started', leasedTo: id })
    if (started) {
      const updated = await useLatestRevision(tx, clouds, deployment)
      return { deployment: updated ?? deployment, account: started, isRetry: false as const }
    }
    const isLate = (await readNow(tx)).getTime() - account.status_since.getTime() > GIVE_UP_MINUTES * 60_000
    return { deployment, account, isRetry: isLate ? ('too late' as const) : (true as const) }
  })
}

/**
 * Builds a lab that waited for an account, or was reset, from the currently published revision, so that its learner gets any correction. The
 * original revision stays if the new one has different extra fields or runs in another cloud.
 */
async function useLatestRevision(tx: Tx, clouds: Deps['clouds'], deployment: queries.DeploymentRow) {
  const { id, lab_id, lesson_id, snapshot_id, test } = deployment
  if (!lab_id || !snapshot_id || test) return undefined
  const began = await findSnapshot(tx, snapshot_id)
  const now = await readSnapshot(tx, lab_id, lesson_id)
  const isSameToAsk = isDeepStrictEqual(began?.lab.extra_fields, now.lab.extra_fields)
  if (!began || !isSameToAsk || now.lab.cloud !== deployment.cloud) return undefined
  const published = await saveSnapshot(tx, lab_id, now)
  if (published === snapshot_id) return undefined
  // After a reset, the remaining time stays unchanged.
  const isWhole = deployment.duration_seconds === began.lab.duration_minutes * 60
  return leases.replaceSnapshot(tx, id, {
    snapshot_id: published,
    module_version: now.lab.module_version,
    stages: toWaitingStages(clouds.stagesOf(now.lab)),
    ...(isWhole && { duration_seconds: now.lab.duration_minutes * 60 }),
  })
}

export async function toBuild(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  deployment: queries.DeploymentRow,
): Promise<Build> {
  const { module, module_stages, variables } = await blueprintOf(db, deployment)
  const flags = await listDynamicFlags(db, deployment)
  const owner = { userId: deployment.user_id, deploymentId: deployment.id }
  return {
    deployment_id: deployment.id,
    module,
    module_version: deployment.module_version,
    module_stages,
    variables,
    flags: Object.fromEntries(
      flags.map((flag) => [variableOf(flag), deriveFlag(secrets, { ...owner, flagId: flag.id })]),
    ),
  }
}

/** The blueprint: the lab's module from the snapshot of the run, with the learner's data; or the exam's module as booked. */
async function blueprintOf(db: Db, deployment: queries.DeploymentRow) {
  if (deployment.preflight_of) return { ...preflightModule(deployment.cloud), variables: {} }
  const { exam_id, exam_snapshot_id: snapshot_id, variables } = deployment
  if (exam_id) {
    const { module, module_stages } = await findBookedExam(db, { exam_id, snapshot_id })
    return { module, module_stages, variables }
  }
  const lab = await findRunLab(db, deployment)
  const extraData = deployment.test?.values ?? (await learnerLabs.find(db, deployment.user_id, lab.id))?.extra_data
  return { module: lab.module, module_stages: lab.module_stages, variables: { ...lab.variables, ...extraData } }
}

async function apply(
  { db, clouds }: NeededDeps,
  deployment: queries.DeploymentRow,
  { token, account, access, build, secrets, signal }: Applying,
): Promise<BuildResult> {
  let stages = deployment.stages.length > 0 ? deployment.stages : toWaitingStages(clouds.stagesOf(build))
  async function onProgress(reported: Progress) {
    const step = { ...reported, log: reported.log.map((line) => redact(line, secrets)) }
    stages = stages.map((stage) => (stage.name === step.stage ? advance(stage, step) : stage))
    const event = { name: step.stage, state: step.state }
    if (!(await leases.saveStages(db, deployment.id, token, stages, event))) throw new LeaseLostError()
  }
  const onPlan = (planned: ResourceName[]) => checkPlan(db, deployment, account, planned)
  return clouds.apply(access, build, { signal, onProgress, onPlan })
}

interface Applying {
  token: string
  account: AccountRow
  access: CloudAccess
  build: Build
  /** Values to redact from the log. */
  secrets: string[]
  signal: AbortSignal
}

export const toWaitingStages = (names: string[]): StageRecord[] =>
  names.map((name) => ({ name, state: 'waiting', started_at: null, ended_at: null, log: [] }))

/** Maximum number of log lines stored per build stage. */
const MAX_LOG_LINES = 200

function advance(stage: StageRecord, { state, log }: Progress): StageRecord {
  const now = new Date().toISOString()
  return {
    ...stage,
    state,
    started_at: stage.started_at ?? now,
    ended_at: state === 'active' ? null : now,
    log: [...stage.log, ...log.filter((line) => !stage.log.includes(line))].slice(-MAX_LOG_LINES),
  }
}

async function finish(
  { db, secrets, queue }: NeededDeps,
  deployment: queries.DeploymentRow,
  account: AccountRow,
  token: string,
  applied: BuildResult,
): Promise<void> {
  const lab = deployment.exam_id
    ? null
    : deployment.preflight_of
      ? { extensions: 0, extension_minutes: 0 }
      : await findRunLab(db, deployment)
  // The build created these credentials and may have logged them before they were known to be secret.
  const secretValues = secretsOf(applied.credentials.filter(({ secret }) => secret).map(({ value }) => value))
  const done = await db.transaction(async (tx) => {
    const { stages } = await queries.findDeployment(tx, deployment.id)
    const running = await leases.startRunning(tx, deployment, lab, token, {
      stages: redactStages(stages, secretValues),
      outputs: applied.outputs,
      console_url: applied.console_url,
      credentials_sealed: secrets.seal('credentials', deployment.id, JSON.stringify(applied.credentials)),
    })
    if (!running) return false
    await registerFlags(tx, secrets, running)
    const built = await transitionAccount(tx, account.id, 'built', { reason: 'Built', leasedTo: deployment.id })
    if (!built) throw new Error(`The account of deployment ${deployment.id} is not in the state its build left it in`)
    return true
  })
  if (!done) {
    await leases.releaseDeploymentLease(db, deployment.id, token)
    await resumeTeardown({ db, queue }, deployment.id)
  }
}

function failureMessage(
  { preflight_of, exam_id }: queries.DeploymentRow,
  error: CloudError,
  secrets: string[],
): string {
  const message = redact(error.message, secrets)
  if (preflight_of)
    return `The provider could not build it: ${message} Your exam gets another account, and we will check this one.`
  if (exam_id)
    return `The provider could not build your environment: ${message} Your time is paused, and no reset was used.`
  if (error instanceof OverLimitsError)
    return `Your lab exceeds its limits: ${message} We have to fix this. No reset was used.`
  return `The provider could not build your lab: ${message} Your progress is saved, and no reset was used. Please deploy it again.`
}

/** Ends a build that the cloud refused. The learner sees the reason and gets the reset back. */
async function fail({ db, queue, log }: NeededDeps, deployment: queries.DeploymentRow, token: string, message: string) {
  log.warn({ deployment: deployment.id, message }, 'A lab could not be built')
  await db.transaction(async (tx) => {
    const set = { reason: 'failed' as const, message, lease_token: null, heartbeat_at: null }
    if (!(await queries.transitionDeployment(tx, deployment.id, 'end', { token, set }))) return
    await refundReset(tx, deployment)
    await queue.send(tx, 'deployments.end', { id: deployment.id })
  })
}

const smallest: Record<CloudName, { type: string; name: string }> = {
  aws: { type: 'aws_ssm_parameter', name: 'preflight' },
  azure: { type: 'azurerm_resource_group', name: 'preflight' },
  gcp: { type: 'google_pubsub_topic', name: 'preflight' },
}

/** Module of a pre-flight: one free resource, to exercise the whole build and teardown. */
export const preflightModule = (cloud: CloudName) => ({
  ...preflightModuleOf(cloud),
  module_stages: [{ name: 'Building something small', resources: [smallest[cloud]] }] satisfies ModuleStage[],
})
