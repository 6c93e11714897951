import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import { type CloudAccess, type CloudDriver, CloudError, type ResourceName } from './driver.ts'
import { attributesOf, describeBuild } from './simulated-build.ts'
import {
  createResource,
  listResources,
  markRevoked,
  removeResource,
  type StandingResource,
  takeFault,
} from './simulated-cloud.ts'

export interface SimulatedOptions {
  /** The origin that serves the simulated cloud's console. */
  publicUrl?: string
  /** Milliseconds that one resource takes to come; to go takes a quarter of it. With 600 a deployment takes about ten seconds. */
  paceMs?: number
  /** Told before and after everything that changes the cloud, so that a test can stop the process there. */
  onStep?(step: string): void
}

/**
 * Clouds that cost nothing: deterministic, in tables of their own that are written outside the product's transactions, as a
 * real cloud would be. Resources carry their deployment's id and are unique by name, so that every call can be repeated.
 */
export function createSimulatedClouds(db: Db, options: SimulatedOptions = {}): CloudDriver {
  const { publicUrl = '', paceMs = 0, onStep = () => {} } = options

  async function meet(access: CloudAccess, step: string, signal: AbortSignal): Promise<'well' | 'leave'> {
    signal.throwIfAborted()
    onStep(step)
    const fault = await takeFault(db, access, step)
    if (!fault) return 'well'
    if (fault.effect === 'hang') await pause(2 ** 31 - 1, undefined, { signal, ref: false })
    if (fault.effect === 'refuse') throw new CloudError('refused', fault.message || 'AccessDenied: not authorised.')
    if (fault.effect === 'fail') throw new CloudError('failed', fault.message || 'InternalError: please try again.')
    return 'leave'
  }

  async function remove(access: CloudAccess, step: string, doomed: StandingResource[], signal: AbortSignal) {
    const leave = (await meet(access, step, signal)) === 'leave'
    const removed: ResourceName[] = []
    for (const { id, type, name } of leave ? doomed.slice(1) : doomed) {
      await pause(paceMs / 4, undefined, { signal })
      onStep(`${step}:${type}.${name}`)
      await removeResource(db, id)
      removed.push({ type, name })
    }
    return { removed }
  }

  return {
    stagesOf: (build) => build.module_stages.map((stage) => stage.name),

    async verify(access, { signal }) {
      await meet(access, 'verify', signal)
      await pause(paceMs, undefined, { signal })
      if (Object.values(access.credentials).every((value) => value.trim() === ''))
        throw new CloudError('refused', 'InvalidCredentials: there is nothing to sign in with.')
    },

    async apply(access, build, { signal, onProgress }) {
      await meet(access, 'apply', signal)
      for (const [place, stage] of build.module_stages.entries()) {
        await onProgress({ stage: stage.name, state: 'active', log: [] })
        try {
          const leave = (await meet(access, `apply:${place}`, signal)) === 'leave'
          for (const resource of stage.resources) {
            await pause(paceMs, undefined, { signal })
            const { type, name } = resource
            const attributes = attributesOf(access, build, resource)
            const how = await createResource(db, access, {
              type,
              name,
              deployment_id: build.deployment_id,
              attributes,
            })
            onStep(`apply:${resource.type}.${resource.name}`)
            const line = `${resource.type} ${resource.name}: ${how === 'created' ? 'created' : 'stands already'}`
            await onProgress({ stage: stage.name, state: 'active', log: [line] })
            if (leave) throw new CloudError('failed', `InsufficientCapacity: ${resource.type} could not be finished.`)
          }
        } catch (error) {
          if (error instanceof CloudError)
            await onProgress({ stage: stage.name, state: 'failed', log: [error.message] })
          throw error
        }
        await onProgress({ stage: stage.name, state: 'done', log: [] })
      }
      onStep('applied')
      return describeBuild(access, build, publicUrl)
    },

    async readOutputs(access, build, { signal }) {
      await meet(access, 'read', signal)
      const mine = (await listResources(db, access)).filter((one) => one.deployment_id === build.deployment_id)
      const wanted = build.module_stages.flatMap((stage) => stage.resources)
      const whole = wanted.every(({ type, name }) => mine.some((one) => one.type === type && one.name === name))
      return whole ? describeBuild(access, build, publicUrl) : null
    },

    async revoke(access, deploymentId, { signal }) {
      await meet(access, 'revoke', signal)
      await markRevoked(db, access, deploymentId)
      onStep('revoked')
    },

    async destroy(access, deploymentId, { signal }) {
      const mine = (await listResources(db, access)).filter((one) => one.deployment_id === deploymentId)
      return remove(access, 'destroy', mine.reverse(), signal)
    },

    async nuke(access, { signal }) {
      const all = await listResources(db, access)
      return remove(access, 'nuke', all.filter((one) => !mayStay(access.cloud, one)).reverse(), signal)
    },

    async inventory(access, { signal }) {
      await meet(access, 'inventory', signal)
      const all = await listResources(db, access)
      const left = all.filter((one) => !mayStay(access.cloud, one))
      return { residue: baseline[access.cloud], left: left.map(({ type, name }) => ({ type, name })) }
    },
  }
}

/** What every account of a provider has from its first day. */
export const baseline: Record<CloudName, ResourceName[]> = {
  aws: [{ type: 'aws_default_vpc', name: 'default' }],
  azure: [{ type: 'azurerm_resource_group', name: 'NetworkWatcherRG' }],
  gcp: [{ type: 'google_compute_network', name: 'default' }],
}

const mayStay = (cloud: CloudName, one: StandingResource) =>
  one.baseline || baseline[cloud].some(({ type, name }) => one.type === type && one.name === name)
