import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/open.ts'
import type { CloudName } from '../../db/schema/index.ts'
import {
  type Applied,
  type Build,
  type CloudAccess,
  type CloudDriver,
  CloudError,
  type ResourceName,
} from './driver.ts'
import {
  createResource,
  listResources,
  markRevoked,
  removeResource,
  type Standing,
  takeFault,
} from './simulated-cloud.ts'

export interface SimulatedOptions {
  /** What one resource takes to come or go; a whole deployment then takes about ten seconds. */
  resourceMilliseconds?: number
  /** Told before and after everything that changes the cloud, so that a test can stop the process there. */
  onStep?(step: string): void
}

/**
 * Clouds that cost nothing: deterministic, in tables of their own that are written outside the product's transactions, as a
 * real cloud would be. Resources carry their deployment's id and are unique by name, so that every call can be repeated.
 */
export function createSimulatedClouds(db: Db, options: SimulatedOptions = {}): CloudDriver {
  const { resourceMilliseconds = 600, onStep = () => {} } = options

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

  async function remove(access: CloudAccess, step: string, doomed: Standing[], signal: AbortSignal) {
    const leave = (await meet(access, step, signal)) === 'leave'
    const removed: ResourceName[] = []
    for (const { id, type, name } of leave ? doomed.slice(1) : doomed) {
      await pause(resourceMilliseconds / 4, undefined, { signal })
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
      await pause(resourceMilliseconds, undefined, { signal })
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
            await pause(resourceMilliseconds, undefined, { signal })
            const attributes = attributesOf(build, place, resource)
            const how = await createResource(db, access, {
              ...resource,
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
      return describe(access, build)
    },

    async readOutputs(access, build, { signal }) {
      await meet(access, 'read', signal)
      const mine = (await listResources(db, access)).filter((one) => one.deployment_id === build.deployment_id)
      const wanted = build.module_stages.flatMap((stage) => stage.resources)
      const whole = wanted.every(({ type, name }) => mine.some((one) => one.type === type && one.name === name))
      return whole ? describe(access, build) : null
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
const baseline: Record<CloudName, ResourceName[]> = {
  aws: [{ type: 'aws_default_vpc', name: 'default' }],
  azure: [{ type: 'azurerm_resource_group', name: 'NetworkWatcherRG' }],
  gcp: [{ type: 'google_compute_network', name: 'default' }],
}

const mayStay = (cloud: CloudName, one: Standing) =>
  one.baseline || baseline[cloud].some(({ type, name }) => one.type === type && one.name === name)

/** Something whose content is a text that can be read: the natural place for a flag. */
const holdsText = ({ type }: ResourceName) => /object|blob|parameter|secret|version|document|setting/.test(type)

/** Dynamic flags are planted in the last resources of the stage that is named for them, else of the last but one. */
function planted(build: Build): { variable: string; value: string; resource: ResourceName; place: number }[] {
  const named = build.module_stages.findIndex((stage) => /flag/i.test(stage.name))
  const place = named >= 0 ? named : Math.max(0, build.module_stages.length - 2)
  const last = (build.module_stages[place]?.resources ?? []).toReversed()
  const grounds = [...last.filter(holdsText), ...last.filter((one) => !holdsText(one))]
  return Object.entries(build.flags).flatMap(([variable, value], at) => {
    const resource = grounds[at % Math.max(1, grounds.length)]
    return resource ? [{ variable, value, resource, place }] : []
  })
}

function attributesOf(build: Build, place: number, { type, name }: ResourceName): Record<string, string> {
  const inside = planted(build).filter(
    (one) => one.place === place && one.resource.type === type && one.resource.name === name,
  )
  return Object.fromEntries(inside.map(({ variable, value }) => [variable, value]))
}

const digest = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest()
const letters = (bytes: Buffer, length: number) => bytes.toString('hex').toUpperCase().slice(0, length)

/** The same for the same deployment, however often it is asked. */
function describe({ cloud, account_id, region }: CloudAccess, build: Build): Applied {
  const id = digest('id', build.deployment_id)
  const secret = digest('secret', build.deployment_id, JSON.stringify(build.flags)).toString('base64url').slice(0, 40)
  const finds = planted(build).map(({ resource, value, variable }, at, all) => {
    const shared = all.some((other, index) => index < at && other.resource === resource)
    return [`${resource.name.replaceAll('-', '_')}_contents${shared ? `_${variable}` : ''}`, value] as const
  })
  const buckets = build.module_stages
    .flatMap((stage) => stage.resources)
    .filter(({ type }) => /bucket$|storage_account$|instance$|app$/.test(type))
    .map(
      ({ type, name }) =>
        [
          `${type.replace(/^[a-z]+_/, '')}_${name.replaceAll('-', '_')}`,
          `${name}-${letters(id, 6).toLowerCase()}`,
        ] as const,
    )
  const outputs = Object.fromEntries([...buckets, ...finds])
  if (cloud === 'aws')
    return {
      outputs: { account_id, region, lab_user_arn: `arn:aws:iam::${account_id}:user/lab-user`, ...outputs },
      console_url: `https://${account_id}.signin.aws.example/console?region=${region}`,
      credentials: [
        { label: 'Access key id', value: `AKIA${letters(id, 16)}`, secret: false },
        { label: 'Secret access key', value: secret, secret: true },
        { label: 'Region', value: region, secret: false },
      ],
    }
  if (cloud === 'azure')
    return {
      outputs: { subscription_id: account_id, location: region, ...outputs },
      console_url: `https://portal.azure.example/#@flagyard/resource/subscriptions/${account_id}`,
      credentials: [
        { label: 'User name', value: `lab-${letters(id, 8).toLowerCase()}@flagyard.example`, secret: false },
        { label: 'Password', value: secret.slice(0, 24), secret: true },
        { label: 'Subscription', value: account_id, secret: false },
      ],
    }
  return {
    outputs: { project_id: account_id, region, ...outputs },
    console_url: `https://console.cloud.google.example/home/dashboard?project=${account_id}`,
    credentials: [
      { label: 'Service account', value: `lab-user@${account_id}.iam.example`, secret: false },
      { label: 'Key', value: secret, secret: true },
      { label: 'Project', value: account_id, secret: false },
    ],
  }
}
