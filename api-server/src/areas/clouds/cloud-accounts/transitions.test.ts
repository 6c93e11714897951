import { randomUUID } from 'node:crypto'
import type { CloudAccount } from '@flagyard/api-types'
import { ApiError } from '@flagyard/api-types/contract/problem'
import { capability, cloudAccountAction } from '@flagyard/api-types/schemas'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Api } from '../../../../test/app.ts'
import { type LabBench, openLabBench } from '../../../../test/fixtures/lab-fixture.ts'
import {
  type CloudName,
  cloudAccounts,
  type DeploymentState,
  deployments,
  nukeReceipts,
} from '../../../db/schema/index.ts'
import { type AccountEvent, type AccountState, accountTransitions, nextState } from './transitions.ts'

/** A handwritten copy of the table in docs/domain.md, “Cloud accounts”: the allowed transitions. */
const table: Record<string, string[]> = {
  Pending: ['Available', 'Dirty', 'Nuking'],
  Available: ['Locked', 'Dirty', 'Pending', 'Nuking'],
  Locked: ['Available', 'Provisioning', 'Dirty', 'Nuking'],
  Provisioning: ['Provisioned', 'Dirty', 'Locked'],
  Provisioned: ['Dirty', 'Locked'],
  Dirty: ['Nuking', 'Locked'],
  Nuking: ['Nuked', 'Dirty'],
  Nuked: ['Available', 'Dirty'],
}

const events = Object.keys(accountTransitions) as AccountEvent[]
const start: AccountState = { status: 'Pending', lock_reason: null, used_contents: false }

/** Follows the table from state to state. Each choice picks one of the possible events. */
function* walk(choices: number[]) {
  let at = start
  for (const choice of choices) {
    const open = events.filter((event) => nextState(at, event))
    const event = open[choice % open.length]
    const next = event && nextState(at, event)
    if (!event || !next) throw new Error(`Nothing can happen to an account that is ${at.status}`)
    yield { at, event, next }
    at = next
  }
}
const ways = fc.array(fc.nat({ max: 1000 }), { maxLength: 100 })

test('no sequence of account events leaves the table, and every transition of the table is reachable', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(ways, (choices) => {
      for (const { at, next } of walk(choices)) {
        expect(table[at.status]).toContain(next.status)
        expect(next.status === 'Locked').toBe(next.lock_reason !== null)
        seen.add(`${at.status} ${next.status}`)
      }
    }),
    { numRuns: 2000 },
  )
  expect([...seen].sort()).toEqual(
    Object.entries(table)
      .flatMap(([from, tos]) => tos.map((to) => `${from} ${to}`))
      .sort(),
  )
})

test('an account that was built in is available again only after two passes found it empty', () => {
  fc.assert(
    fc.property(ways, (choices) => {
      let dirty = false
      let passes = 0
      for (const { event, next } of walk(choices)) {
        if (next.status === 'Provisioning' || next.status === 'Dirty') dirty = true
        if (event === 'emptied') passes = 1
        if (event === 'confirmed_empty') {
          expect(passes).toBe(1)
          dirty = false
        }
        if (next.status === 'Dirty') passes = 0
        if (next.status === 'Available') expect(dirty).toBe(false)
      }
    }),
    { numRuns: 2000 },
  )
})

test('only a nuke leads out of quarantine', () => {
  const quarantine: AccountState = { status: 'Locked', lock_reason: 'quarantine', used_contents: true }
  const out = events.filter((event) => nextState(quarantine, event))
  expect(out).toEqual(['nuke_requested'])
})

let bench: LabBench
beforeAll(async () => {
  bench = await openLabBench()
})
beforeEach(() => bench.clear())
afterAll(() => bench.close())

type Action = CloudAccount['allowed'][number]

/** All states of an account, with the state of its lab if it has one. */
const standings: (Partial<AccountState> &
  Pick<AccountState, 'status'> & { lab?: DeploymentState; left?: true; residue_until?: Date })[] = [
  { status: 'Pending' },
  { status: 'Available' },
  { status: 'Locked', lock_reason: 'lease', lab: 'held' },
  { status: 'Locked', lock_reason: 'lease', lab: 'provisioning' },
  { status: 'Locked', lock_reason: 'reserved' },
  { status: 'Locked', lock_reason: 'hold' },
  { status: 'Locked', lock_reason: 'hold', used_contents: true, lab: 'ended' },
  { status: 'Locked', lock_reason: 'quarantine', used_contents: true },
  { status: 'Provisioning', lab: 'provisioning' },
  { status: 'Provisioning', lab: 'ending' },
  { status: 'Provisioned', lab: 'running' },
  { status: 'Provisioned', lab: 'ending' },
  { status: 'Provisioned', lab: 'ended' },
  { status: 'Locked', lock_reason: 'quarantine', used_contents: true, left: true },
  { status: 'Locked', lock_reason: 'hold', used_contents: true, left: true },
  { status: 'Locked', lock_reason: 'lease', lab: 'held', left: true },
  { status: 'Available', left: true, residue_until: new Date('2040-01-01') },
  { status: 'Dirty', left: true },
  { status: 'Dirty' },
  { status: 'Dirty', lab: 'ended' },
  { status: 'Nuking' },
  { status: 'Nuked' },
]
const named = standings.map((standing) => [Object.values(standing).join(' '), standing] as const)

const ids: Record<CloudName, string> = { aws: '123456789012', azure: randomUUID(), gcp: 'project-of-tests' }

/** Adds an account in this state, with its lab. */
async function make(cloud: CloudName, { lab, left, ...standing }: (typeof standings)[number]) {
  await bench.clear()
  const id = await bench.addAccount({ cloud, account_id: ids[cloud], ...standing })
  if (left)
    await bench.deps.db
      .insert(nukeReceipts)
      .values({ cloud_account_id: id, pass: 1, removed: [], residue: [], left: [leftover] })
  if (!lab) return
  const [leased] = await bench.deps.db
    .insert(deployments)
    .values({
      user_id: await bench.idOf('learner'),
      cloud,
      lab_id: bench.lab.id,
      state: lab,
      duration_seconds: 3600,
      cloud_account_id: id,
      module_version: '1',
      ended_at: lab === 'ended' ? new Date() : null,
    })
    .returning()
  await bench.deps.db.update(cloudAccounts).set({ deployment_id: leased!.id }).where(eq(cloudAccounts.id, id))
}

const listed = async (by: Api, cloud: CloudName) => {
  const lists = { aws: by.listAwsAccounts, azure: by.listAzureSubscriptions, gcp: by.listGcpProjects }
  return (await lists[cloud]({})).data[0]!.allowed
}

const edits = (by: Api, cloud: CloudName, edit: { version: number; hold?: boolean; reason?: string; notes?: string }) =>
  ({
    aws: () => by.updateAwsAccount({ awsAccountEdit: { account_id: ids.aws, ...edit } }),
    azure: () => by.updateAzureSubscription({ azureSubscriptionEdit: { subscription_id: ids.azure, ...edit } }),
    gcp: () => by.updateGcpProject({ gcpProjectEdit: { project_id: ids.gcp, ...edit } }),
  })[cloud]()
const nukes = (by: Api, cloud: CloudName, end_deployment: boolean) => {
  const nukeConfirmation = { confirm: ids[cloud], end_deployment }
  return {
    aws: () => by.nukeAwsAccount({ account_id: ids.aws, nukeConfirmation }),
    azure: () => by.nukeAzureSubscription({ subscription_id: ids.azure, nukeConfirmation }),
    gcp: () => by.nukeGcpProject({ project_id: ids.gcp, nukeConfirmation }),
  }[cloud]()
}
const retires = (by: Api, cloud: CloudName) =>
  ({
    aws: () => by.deleteAwsAccount({ account_id: ids.aws }),
    azure: () => by.deleteAzureSubscription({ subscription_id: ids.azure }),
    gcp: () => by.deleteGcpProject({ project_id: ids.gcp }),
  })[cloud]()

const leftover = { type: 'aws_kms_key', name: 'pending' }
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

const calls: Record<Action, (by: Api, cloud: CloudName) => Promise<unknown>> = {
  update: (by, cloud) => edits(by, cloud, { version: 1, notes: 'Mind' }),
  verify: (by, cloud) => by.verifyCloudAccount({ id: ids[cloud] }),
  accept_residue: (by, cloud) =>
    by.acceptCloudResidue({
      id: ids[cloud],
      residueAcceptance: { version: 1, resources: [leftover], until: tomorrow, reason: 'A test' },
    }),
  withdraw_residue: (by, cloud) =>
    by.withdrawCloudResidue({ id: ids[cloud], residueWithdrawal: { version: 1, reason: 'A test' } }),
  hold: (by, cloud) => edits(by, cloud, { version: 1, hold: true, reason: 'A test' }),
  release: (by, cloud) => edits(by, cloud, { version: 1, hold: false, reason: 'A test' }),
  nuke: (by, cloud) => nukes(by, cloud, false),
  end_and_nuke: (by, cloud) => nukes(by, cloud, true),
  retire: retires,
}

/** Returns false if the call is refused because of rights or of the account's state. Throws on any other error. */
const passes = (call: Promise<unknown>) =>
  call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError && (error.code === 'conflict' || error.code === 'forbidden')) return false
      throw error
    },
  )

/** Returns the actions that succeed. Each is tried on a fresh account. */
async function tried(by: Api, cloud: CloudName, standing: (typeof standings)[number]): Promise<Action[]> {
  const through = new Set<Action>()
  for (const action of cloudAccountAction.options) {
    await make(cloud, standing)
    if (await passes(calls[action](by, cloud))) through.add(action)
  }
  // An account that can be emptied directly has no lab to end.
  if (through.has('nuke')) through.delete('end_and_nuke')
  return cloudAccountAction.options.filter((action) => through.has(action))
}

test.each(named)('%s: exactly the actions listed as allowed succeed, in each cloud', async (_, standing) => {
  const by = bench.as('cloud', { roles: ['user', 'admin'], capabilities: ['cloud'] })
  for (const cloud of ['aws', 'azure', 'gcp'] as const) {
    await make(cloud, standing)
    const allowed = await listed(by, cloud)
    expect((await by.getCloudAccount({ id: ids[cloud] })).allowed).toEqual(allowed)
    expect(await tried(by, cloud, standing), cloud).toEqual(allowed)
  }
})

test.each(capability.options)('lists only the actions that the capability %s permits', async (one) => {
  const by = bench.as(`only-${one}`, { roles: ['user', 'admin'], capabilities: [one] })
  for (const standing of [standings[1]!, standings[5]!, standings[10]!]) {
    await make('aws', standing)
    const allowed = await listed(by, 'aws')
    expect(await tried(by, 'aws', standing)).toEqual(allowed)
    expect(allowed.length > 0).toBe(one === 'cloud')
  }
})

test('a response to a change lists the actions allowed after it', async () => {
  await make('aws', { status: 'Available' })
  const held = await edits(bench.asAdmin, 'aws', { version: 1, hold: true, reason: 'A test' })
  expect(held.allowed).toEqual(['update', 'verify', 'release', 'nuke', 'retire'])
})
