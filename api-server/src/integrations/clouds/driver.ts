import type { CloudName, ModuleStage } from '../../db/schema/index.ts'

/** An account with its opened credentials: they exist in memory for the length of one job and are never logged. */
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

/** What is to stand in an account for one deployment. */
export interface Build {
  deployment_id: string
  module: string
  module_version: string
  module_stages: ModuleStage[]
  /** Values by name: handed over as data, never as code. */
  variables: Record<string, string>
  /** The dynamic flags by the variable that the module plants. */
  flags: Record<string, string>
}

export interface Applied {
  outputs: Record<string, string>
  console_url: string
  credentials: { label: string; value: string; secret: boolean }[]
}

/** What stands in an account, judged against the provider's versioned baseline. */
export interface Inventory {
  /** What may stay: the baseline and the allowed residue. */
  residue: ResourceName[]
  /** What may not: the account is empty when this is. */
  left: ResourceName[]
}

export interface Progress {
  stage: string
  state: 'active' | 'done' | 'failed'
  log: string[]
}

export interface Run {
  signal: AbortSignal
}

/** The clouds behind the labs. Every call can be repeated: what is there already is taken as it is. */
export interface CloudDriver {
  /** The names of a build's stages, in order, before it begins. */
  stagesOf(build: Pick<Build, 'module_stages'>): string[]
  /** Signs in with the credentials; throws a CloudError when they are refused. */
  verify(access: CloudAccess, run: Run): Promise<void>
  /** Builds, stage by stage; a stage that stands already is passed over. */
  apply(access: CloudAccess, build: Build, run: Run & { onProgress(step: Progress): Promise<void> }): Promise<Applied>
  /** What an apply that finished gave; null when it did not finish. */
  readOutputs(access: CloudAccess, build: Build, run: Run): Promise<Applied | null>
  /** Takes the learner's credentials back; what stands goes on standing. */
  revoke(access: CloudAccess, deploymentId: string, run: Run): Promise<void>
  /** Removes what a deployment built. */
  destroy(access: CloudAccess, deploymentId: string, run: Run): Promise<{ removed: ResourceName[] }>
  /** Removes everything that may not stay. */
  nuke(access: CloudAccess, run: Run): Promise<{ removed: ResourceName[] }>
  inventory(access: CloudAccess, run: Run): Promise<Inventory>
}

/** The cloud said no. The message is fit for administrators; learners read our own sentence. */
export class CloudError extends Error {
  readonly kind: 'refused' | 'failed' | 'timeout'

  constructor(kind: CloudError['kind'], message: string) {
    super(message)
    this.name = 'CloudError'
    this.kind = kind
  }
}

/** How long a call may take before it counts as hanging, in seconds. */
export const timeLimits = {
  verify: 60,
  apply: 1500,
  readOutputs: 120,
  revoke: 120,
  destroy: 1200,
  nuke: 1200,
  inventory: 300,
}
export type Limits = { [K in keyof typeof timeLimits]: number }

/** The same driver, each call bounded in time; a call that hangs ends as a CloudError. */
export function withTimeLimits(driver: CloudDriver, limits: Limits = timeLimits): CloudDriver {
  const bound = async <T>(call: keyof Limits, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => {
    const late = AbortSignal.timeout(limits[call] * 1000)
    try {
      return await work(AbortSignal.any([signal, late]))
    } catch (error) {
      if (late.aborted && !signal.aborted)
        throw new CloudError('timeout', `The provider did not finish “${call}” within ${limits[call]} seconds.`)
      throw error
    }
  }
  return {
    stagesOf: (build) => driver.stagesOf(build),
    verify: (access, run) => bound('verify', run.signal, (signal) => driver.verify(access, { signal })),
    apply: (access, build, run) =>
      bound('apply', run.signal, (signal) => driver.apply(access, build, { ...run, signal })),
    readOutputs: (access, build, run) =>
      bound('readOutputs', run.signal, (signal) => driver.readOutputs(access, build, { signal })),
    revoke: (access, id, run) => bound('revoke', run.signal, (signal) => driver.revoke(access, id, { signal })),
    destroy: (access, id, run) => bound('destroy', run.signal, (signal) => driver.destroy(access, id, { signal })),
    nuke: (access, run) => bound('nuke', run.signal, (signal) => driver.nuke(access, { signal })),
    inventory: (access, run) => bound('inventory', run.signal, (signal) => driver.inventory(access, { signal })),
  }
}
