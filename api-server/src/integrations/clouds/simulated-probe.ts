import { initialState, runCommand, type World } from '@flagyard/cloud-simulator'
import { type CloudAccess, CloudError, type ResourceName } from './driver.ts'
import { deniedInSimulation, type FoundTrace, notChecked, type Trace, tracesOf } from './traces.ts'

/** Maximum number of names listed per trace. */
const MAX_NAMES = 20

/** Identity used for the probe. It exists only in a copy of the account, never in the account itself. */
const PROBE = 'flagyard-probe'

/** The broadest permissions that a lab can grant: everything in the account, limited by the guard rail. */
const identities = {
  aws: [
    { type: 'aws_iam_user', name: PROBE, attributes: {} },
    { type: 'aws_iam_access_key', name: 'key', attributes: { user: PROBE } },
    {
      type: 'aws_iam_user_policy_attachment',
      name: 'everything',
      attributes: { user: PROBE, policy_arn: 'arn:aws:iam::aws:policy/AdministratorAccess' },
    },
  ],
  azure: [
    { type: 'azuread_user', name: PROBE, attributes: { learner: 'yes' } },
    {
      type: 'azurerm_role_assignment',
      name: 'everything',
      attributes: { principal: PROBE, role: 'Owner', scope: 'subscription' },
    },
  ],
  gcp: [{ type: 'google_project_iam_member', name: 'everything', attributes: { member: PROBE, role: 'roles/owner' } }],
}

/** Queries each trace with the permissions of the next holder. The probe fails if a query is neither answered nor denied. */
export async function probeSimulated(
  { cloud, account_id, region }: CloudAccess,
  past: ResourceName[],
  { guarded }: { guarded: boolean },
): Promise<FoundTrace[]> {
  const now = new Date()
  const world: World = {
    cloud,
    account_id,
    region,
    built_at: now.toISOString(),
    seed: 'probe',
    source_ip: '198.51.100.1',
    log: [],
    resources: identities[cloud],
    credentials: { identity: PROBE, access_key_id: 'AKIAPROBEPROBEPROBE1', secret_access_key: 'probe' },
    past,
    denied: guarded ? deniedInSimulation(cloud) : [],
  }
  const found: FoundTrace[] = []
  for (const trace of tracesOf(cloud)) found.push(await askFor(trace, world, now))
  return found
}

async function askFor(trace: Trace, world: World, now: Date): Promise<FoundTrace> {
  if (trace.simulated === null || trace.simulated === 'apart') return notChecked(trace)
  const names = new Set<string>()
  for (const command of trace.simulated) {
    const { exit, output, errors, log } = await runCommand(world, initialState(world), command, { now, nonce: 'probe' })
    if (log.length > 0 && log.every(({ error }) => /Denied|AuthorizationFailed|PERMISSION_DENIED/.test(error ?? '')))
      return { trace: trace.id, result: 'denied', names: [] }
    if (exit !== 0)
      throw new CloudError('failed', `The probe could not query “${trace.what}”: ${(errors + output).slice(0, 300)}`)
    for (const name of output.split(/\s+/)) if (!['', 'None', PROBE].includes(name)) names.add(name)
  }
  return { trace: trace.id, result: names.size > 0 ? 'visible' : 'empty', names: [...names].slice(0, MAX_NAMES) }
}
