import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import { type CloudAccess, type CloudDriver, CloudError, type ResourceName } from './driver.ts'
import { attributesOf, buildResultOf, takesVariable } from './simulated-build.ts'
import {
  consumeFault,
  createResource,
  listPast,
  listResources,
  markRevoked,
  removeResource,
  type SimulatedResource,
  updateResource,
} from './simulated-cloud.ts'
import { probeSimulated } from './simulated-probe.ts'

export interface SimulatedOptions {
  /** Origin of the simulated cloud's console. */
  publicUrl?: string
  /** Milliseconds to create one resource; removing one takes a quarter. At 600, a deployment takes about ten seconds. */
  paceMs?: number
  /** Called before and after every change to the cloud, so that a test can stop the process there. */
  onStep?(step: string): void
}

/**
 * Free, deterministic clouds. Their tables are written outside the product's transactions, as a real cloud would be. Resources carry their
 * deployment's id and have unique names, so every call is idempotent.
 */
export function createSimulatedClouds(db: Db, options: SimulatedOptions = {}): CloudDriver {
  const { publicUrl = '', paceMs = 0, onStep = () => {} } = options

  async function injectFault(access: CloudAccess, step: string, signal: AbortSignal): Promise<'ok' | 'leave'> {
    signal.throwIfAborted()
    onStep(step)
    const fault = await consumeFault(db, access, step)
    if (!fault) return 'ok'
    if (fault.effect === 'appear') {
      await appear(access, fault.message)
      return 'ok'
    }
    if (fault.effect === 'hang') await pause(2 ** 31 - 1, undefined, { signal, ref: false })
    if (fault.effect === 'refuse') throw new CloudError('refused', fault.message || 'AccessDenied: not authorized.')
    if (fault.effect === 'fail') throw new CloudError('failed', fault.message || 'InternalError: please try again.')
    return 'leave'
  }

  /** `aws_instance 12`: adds that many unplanned resources of a type, as if a learner had created them. */
  async function appear(access: CloudAccess, message: string) {
    const [type = 'unknown', count = '1'] = message.split(' ')
    const made = (await listResources(db, access)).length
    for (let n = 1; n <= Number(count); n++)
      await createResource(db, access, { type, name: `stray-${made + n}`, deployment_id: null, attributes: {} })
  }

  async function remove(access: CloudAccess, step: string, resources: SimulatedResource[], signal: AbortSignal) {
    const leave = (await injectFault(access, step, signal)) === 'leave'
    const removed: ResourceName[] = []
    for (const { id, type, name, attributes } of leave ? resources.slice(1) : resources) {
      await pause(paceMs / 4, undefined, { signal })
      onStep(`${step}:${type}.${name}`)
      if (attributes.undeletable !== undefined)
        throw new CloudError('failed', attributes.undeletable || `${type} ${name} cannot be deleted now.`, removed)
      await removeResource(db, id)
      removed.push({ type, name })
    }
    return { removed }
  }

  return {
    stagesOf: (build) => build.module_stages.map((stage) => stage.name),

    async verify(access, { signal }) {
      await injectFault(access, 'verify', signal)
      await pause(paceMs, undefined, { signal })
      if (Object.values(access.credentials).every((value) => value.trim() === ''))
        throw new CloudError('refused', 'InvalidCredentials: the credentials are empty.')
    },

    async apply(access, build, { signal, onProgress, onPlan }) {
      await injectFault(access, 'apply', signal)
      const planned = build.module_stages.flatMap((stage) => stage.resources)
      const notes = await onPlan(planned.map(({ type, name }) => ({ type, name })))
      for (const [index, stage] of build.module_stages.entries()) {
        await onProgress({ stage: stage.name, state: 'active', log: index === 0 ? notes : [] })
        try {
          const leave = (await injectFault(access, `apply:${index}`, signal)) === 'leave'
          for (const resource of stage.resources) {
            await pause(paceMs, undefined, { signal })
            const { type, name } = resource
            const attributes = attributesOf(access, build, resource)
            const outcome = await createResource(db, access, {
              type,
              name,
              deployment_id: build.deployment_id,
              attributes,
            })
            onStep(`apply:${resource.type}.${resource.name}`)
            const line = `${resource.type} ${resource.name}: ${outcome === 'created' ? 'created' : 'already exists'}`
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
      return buildResultOf(access, build, publicUrl)
    },

    async readOutputs(access, build, { signal }) {
      await injectFault(access, 'read', signal)
      const resources = (await listResources(db, access)).filter((item) => item.deployment_id === build.deployment_id)
      const planned = build.module_stages.flatMap((stage) => stage.resources)
      const isComplete = planned.every(({ type, name }) =>
        resources.some((item) => item.type === type && item.name === name),
      )
      return isComplete ? buildResultOf(access, build, publicUrl) : null
    },

    async update(access, build, { signal }) {
      await injectFault(access, 'update', signal)
      for (const resource of build.module_stages.flatMap((stage) => stage.resources)) {
        if (!takesVariable(resource)) continue
        await pause(paceMs, undefined, { signal })
        await updateResource(db, access, resource, attributesOf(access, build, resource))
        onStep(`update:${resource.type}.${resource.name}`)
      }
    },

    async revoke(access, deploymentId, { signal }) {
      await injectFault(access, 'revoke', signal)
      await markRevoked(db, access, deploymentId)
      onStep('revoked')
    },

    async destroy(access, deploymentId, { signal }) {
      const resources = (await listResources(db, access)).filter((item) => item.deployment_id === deploymentId)
      return remove(access, 'destroy', resources.reverse(), signal)
    },

    async nuke(access, { signal, keep }) {
      const isKept = ({ type, name }: ResourceName) => keep.some((one) => one.type === type && one.name === name)
      const removable = (await listResources(db, access)).filter(
        (item) => !mayRemain(access.cloud, item) && !isKept(item),
      )
      return remove(access, 'nuke', removable.reverse(), signal)
    },

    async inventory(access, { signal }) {
      await injectFault(access, 'inventory', signal)
      const all = await listResources(db, access)
      const left = all.filter((item) => !mayRemain(access.cloud, item))
      return { residue: baseline[access.cloud], left: left.map(({ type, name }) => ({ type, name })) }
    },

    async probe(access, { signal }) {
      // An injected fault disables the guard rail.
      const guarded = (await injectFault(access, 'probe', signal)) === 'ok'
      return probeSimulated(access, await listPast(db, access), { guarded })
    },
  }
}

/** Resources that every account of a provider has from the start. */
export const baseline: Record<CloudName, ResourceName[]> = {
  aws: [{ type: 'aws_default_vpc', name: 'default' }],
  azure: [{ type: 'azurerm_resource_group', name: 'NetworkWatcherRG' }],
  gcp: [{ type: 'google_compute_network', name: 'default' }],
}

const mayRemain = (cloud: CloudName, item: SimulatedResource) =>
  item.baseline || baseline[cloud].some(({ type, name }) => item.type === type && item.name === name)
