import { visibleResources, type World } from '@flagyard/cloud-simulator'
import type { Deps } from '../../../deps.ts'
import { attributesOf, buildResultOf } from '../../../integrations/clouds/simulated-build.ts'
import { deniedInSimulation } from '../../../integrations/clouds/traces.ts'
import { deriveFlag, variableOf } from '../../catalogue/flags/index.ts'
import type { RehearsalRow, Rehearsed } from './rehearsal-queries.ts'
import { ephemeralShellOf } from './service.ts'
import { handedOut, seedOf, sourceOf } from './world.ts'

type NeededDeps = Pick<Deps, 'secrets'>
type Flag = Rehearsed['flags'][number]

interface Rehearsable {
  lab: Pick<Rehearsed['lab'], 'cloud' | 'module' | 'module_version' | 'module_stages' | 'variables' | 'extra_fields'>
  flags: Pick<Flag, 'id' | 'type' | 'secret' | 'position'>[]
}

/** Fictitious accounts, whose ids are derived from the rehearsal's id. */
const accounts = {
  aws: (id: string) => ({
    account_id: String(BigInt(`0x${id.replaceAll('-', '').slice(0, 15)}`) % 1_000_000_000_000n).padStart(12, '1'),
    region: 'eu-west-1',
  }),
  azure: (id: string) => ({ account_id: id, region: 'westeurope' }),
  gcp: (id: string) => ({ account_id: `rehearsal-${id.slice(0, 8)}`, region: 'europe-west1' }),
}

export function buildRehearsal({ secrets }: NeededDeps, { lab, flags }: Rehearsable, id: string) {
  const access = { cloud: lab.cloud, ...accounts[lab.cloud](id), credentials: {} }
  const source = sourceOf({}, id)
  const asked = lab.extra_fields.map(({ name, type, choices }) => [
    name,
    type === 'cidr' ? `${source}/32` : type === 'ipv4' ? source : (choices?.[0] ?? 'rehearsal'),
  ])
  const build = {
    deployment_id: id,
    module: lab.module,
    module_version: lab.module_version,
    module_stages: lab.module_stages,
    variables: { ...lab.variables, ...Object.fromEntries(asked) },
    flags: Object.fromEntries(
      flags.flatMap((flag) => (flag.type === 'DYNAMIC' ? [[variableNameOf(flag), flagOf({ secrets }, flag, id)]] : [])),
    ),
  }
  const resources = lab.module_stages.flatMap((stage) =>
    stage.resources.map((one) => ({ type: one.type, name: one.name, attributes: attributesOf(access, build, one) })),
  )
  // Without a console URL: a rehearsal has no console page.
  const { outputs, credentials } = buildResultOf(access, build, '')
  return { access, resources, outputs, credentials }
}

export function rehearsalWorld(
  deps: NeededDeps,
  rehearsed: Rehearsable,
  row: Pick<RehearsalRow, 'id' | 'resources' | 'log' | 'created_at'>,
): World {
  const { access, credentials } = buildRehearsal(deps, rehearsed, row.id)
  return {
    cloud: access.cloud,
    account_id: access.account_id,
    region: access.region,
    built_at: row.created_at.toISOString(),
    seed: seedOf(deps, row.id),
    source_ip: sourceOf({}, row.id),
    resources: row.resources,
    credentials: handedOut(credentials),
    log: row.log,
    past: [],
    denied: deniedInSimulation(access.cloud),
  }
}

/**
 * Rehearsal that is not saved: its shell, and the data of its page and its console. If the exam has a variable for the candidate's
 * address, it gets the source address of the shell.
 */
export function openEphemeralRehearsal(
  deps: NeededDeps & Pick<Deps, 'clock'>,
  { lab, flags }: Omit<Rehearsable, 'lab'> & { lab: Omit<Rehearsable['lab'], 'variables' | 'extra_fields'> },
  { id, address_variable }: { id: string; address_variable: string | null },
) {
  const variables: Record<string, string> = address_variable ? { [address_variable]: `${sourceOf({}, id)}/32` } : {}
  const rehearsed = { lab: { ...lab, variables, extra_fields: [] }, flags }
  const { resources, outputs } = buildRehearsal(deps, rehearsed, id)
  const world = rehearsalWorld(deps, rehearsed, { id, resources, log: [], created_at: deps.clock.now() })
  return { outputs, seen: visibleResources(world, deps.clock.now()), run: ephemeralShellOf(deps, world) }
}

const variableNameOf = ({ secret, position }: Rehearsable['flags'][number]) =>
  variableOf({ variable: secret, position })

/** Flag of a rehearsal. It is derived from the rehearsal's id instead of an account's, so it is worth nothing elsewhere. */
const flagOf = ({ secrets }: NeededDeps, flag: Pick<Flag, 'id'>, id: string) =>
  deriveFlag(secrets, { flagId: flag.id, userId: id, deploymentId: id })

export const isFlagOfRehearsal = ({ secrets }: NeededDeps, flag: Flag, id: string, value: string): boolean =>
  flag.type === 'DYNAMIC'
    ? secrets.equal('flag-compare', value, flagOf({ secrets }, flag, id))
    : flag.type === 'STATIC' && !!flag.secret && secrets.equal('flag-compare', value, flag.secret)
