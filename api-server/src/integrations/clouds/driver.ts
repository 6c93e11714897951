import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { CloudName, ModuleStage } from '../../db/schema/index.ts'
import { traced } from '../../tracing.ts'
import type { FoundTrace } from './traces.ts'

/** An account with its decrypted credentials. They exist in memory for one job and are never logged. */
export interface CloudAccess {
  cloud: CloudName
  account_id: string
  region: string
  credentials: Record<string, string>
}

export interface ResourceName {
  type: string
  name: string
}

/** Build request for one deployment. */
export interface Build {
  deployment_id: string
  module: string
  module_version: string
  module_stages: ModuleStage[]
  /** Variables of the module, passed as data and never as code. */
  variables: Record<string, string>
  /** Values of dynamic flags, by the module variable that plants them. */
  flags: Record<string, string>
}

export interface BuildResult {
  outputs: Record<string, string>
  console_url: string
  credentials: { label: string; value: string; secret: boolean }[]
}

/** The contents of an account, compared with the provider's versioned baseline. */
export interface Inventory {
  /** Resources that may remain: the baseline and accepted residue. */
  residue: ResourceName[]
  /** Resources that must be removed; if there are none, the account is empty. */
  left: ResourceName[]
}

export interface Progress {
  stage: string
  state: 'active' | 'done' | 'failed'
  log: string[]
}

export interface CallOptions {
  signal: AbortSignal
}

interface ApplyOptions extends CallOptions {
  onProgress(step: Progress): Promise<void>
  /** Receives the complete plan before anything is built. If it throws, nothing is built; the returned lines go into the stage's log. */
  onPlan(planned: ResourceName[]): Promise<string[]>
}

interface NukeOptions extends CallOptions {
  keep: ResourceName[]
  /** Deployment that left the resources: what the cloud stores outside the account is tagged with it. Null if the account was unused. */
  deploymentId: string | null
}

/** Small module used to test access to an account and its clean-up. Drivers know it by this name. */
export const preflightModuleOf = (cloud: CloudName) => ({ module: `preflight-${cloud}`, module_version: '1.0.0' })

/** The clouds behind the labs. Every call is idempotent: existing resources are left as they are. */
export interface CloudDriver {
  /** Names of the stages in order, known before the build starts. */
  stagesOf(build: Pick<Build, 'module_stages'>): string[]
  /** Signs in with the credentials; throws a CloudError if they are rejected. */
  verify(access: CloudAccess, run: CallOptions): Promise<void>
  /** Builds stage by stage and skips stages that already exist. */
  apply(access: CloudAccess, build: Build, run: ApplyOptions): Promise<BuildResult>
  /** Result of a finished apply; null if it did not finish. */
  readOutputs(access: CloudAccess, build: Build, run: CallOptions): Promise<BuildResult | null>
  /**
   * Applies the build's variables to existing resources in place. Nothing is rebuilt, and the user's changes are preserved. Throws a refused
   * CloudError if that is not possible.
   */
  update(access: CloudAccess, build: Build, run: CallOptions): Promise<void>
  /** Revokes the learner's credentials; the resources remain. */
  revoke(access: CloudAccess, deploymentId: string, run: CallOptions): Promise<void>
  /** Removes the resources of a deployment. */
  destroy(access: CloudAccess, deploymentId: string, run: CallOptions): Promise<{ removed: ResourceName[] }>
  /** Removes every resource that may not remain, and does not touch those to keep. If it throws, the error lists the removed resources. */
  nuke(access: CloudAccess, run: NukeOptions): Promise<{ removed: ResourceName[] }>
  inventory(access: CloudAccess, run: CallOptions): Promise<Inventory>
  /** Tries to read traces of earlier holders in an emptied account, with the broadest permissions that a lab may grant. */
  probe(access: CloudAccess, run: CallOptions): Promise<FoundTrace[]>
}

/** An error from the cloud. Its message is for administrators; learners see a message of our own. */
export class CloudError extends Error {
  readonly kind: 'refused' | 'failed' | 'timeout'
  /** Resources removed before the error. */
  readonly removed: ResourceName[]

  constructor(kind: CloudError['kind'], message: string, removed: ResourceName[] = []) {
    super(message)
    this.name = 'CloudError'
    this.kind = kind
    this.removed = removed
  }
}

/** Timeouts of the calls, in seconds. */
export const callTimeouts = {
  verify: 60,
  apply: 1500,
  readOutputs: 120,
  update: 300,
  revoke: 120,
  destroy: 1200,
  nuke: 1200,
  inventory: 300,
  probe: 60,
}
type CallTimeouts = { [K in keyof typeof callTimeouts]: number }

/** Wraps a driver with a timeout per call; a call that hangs fails with a CloudError. */
export function withCallTimeouts(driver: CloudDriver, timeouts: CallTimeouts = callTimeouts): CloudDriver {
  const withLimit = async <T>(
    call: keyof CallTimeouts,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ) => {
    const timeout = AbortSignal.timeout(timeouts[call] * 1000)
    try {
      return await traced(`cloud ${call}`, 'client', {}, () => work(AbortSignal.any([signal, timeout])))
    } catch (error) {
      if (timeout.aborted && !signal.aborted)
        throw new CloudError(
          'timeout',
          `The provider did not finish “${call}” within ${timeouts[call]} seconds.`,
          error instanceof CloudError ? error.removed : [],
        )
      throw error
    }
  }
  return {
    stagesOf: (build) => driver.stagesOf(build),
    verify: (access, run) => withLimit('verify', run.signal, (signal) => driver.verify(access, { signal })),
    apply: (access, build, run) =>
      withLimit('apply', run.signal, (signal) => driver.apply(access, build, { ...run, signal })),
    readOutputs: (access, build, run) =>
      withLimit('readOutputs', run.signal, (signal) => driver.readOutputs(access, build, { signal })),
    update: (access, build, run) =>
      withLimit('update', run.signal, (signal) => driver.update(access, build, { signal })),
    revoke: (access, id, run) => withLimit('revoke', run.signal, (signal) => driver.revoke(access, id, { signal })),
    destroy: (access, id, run) => withLimit('destroy', run.signal, (signal) => driver.destroy(access, id, { signal })),
    nuke: (access, run) => withLimit('nuke', run.signal, (signal) => driver.nuke(access, { ...run, signal })),
    inventory: (access, run) => withLimit('inventory', run.signal, (signal) => driver.inventory(access, { signal })),
    probe: (access, run) => withLimit('probe', run.signal, (signal) => driver.probe(access, { signal })),
  }
}

/** Access data on the page of a running lab. */
export type LabPanel = Pick<
  Accepted<'deployment'>,
  'cloud' | 'account_id' | 'region' | 'console_url' | 'credentials' | 'outputs'
>

export interface SeenResource extends ResourceName {
  attributes: Record<string, string>
}

/** The provider's console, as seen with the credentials of a lab. It has no other knowledge of the lab. */
export interface CloudConsole {
  /** Lists everything in the account. Throws a refused CloudError if the credentials are not accepted. */
  look(panel: LabPanel, run: CallOptions): Promise<SeenResource[]>
}
