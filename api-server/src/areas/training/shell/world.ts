import {
  type HandedOut,
  HOME,
  type LogLine,
  type Resource,
  type ShellState,
  type World,
} from '@flagyard/cloud-simulator'
import type { Deps } from '../../../deps.ts'
import { PASSWORD_LABEL, USER_LABEL } from '../../../integrations/clouds/simulated-build.ts'
import { deniedInSimulation } from '../../../integrations/clouds/traces.ts'
import { findPlaceOf, type Place } from './queries.ts'

interface AccountContents {
  resources: Resource[]
  log: LogLine[]
  past: World['past']
}

/** Simulated account of an environment, as its shell sees it. */
export function worldOf({ secrets }: Pick<Deps, 'secrets'>, place: Place, contents: AccountContents): World {
  const { deployment, account } = place
  const { id, cloud, credentials_sealed, running_at, created_at } = deployment
  const credentials = credentials_sealed ? JSON.parse(secrets.open('credentials', id, credentials_sealed)) : []
  return {
    cloud,
    account_id: account?.account_id ?? '',
    region: account?.region ?? '',
    built_at: (running_at ?? created_at).toISOString(),
    seed: seedOf({ secrets }, id),
    source_ip: sourceOf({ ...place.extra_data, ...deployment.test?.values, ...deployment.variables }, id),
    credentials: handedOut(credentials),
    denied: deniedInSimulation(cloud),
    ...contents,
  }
}

/** Same for any deployment, for the simulated cloud console, which does not know our users. Undefined if there is no such deployment. */
export async function readWorldOf(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  deploymentId: string,
  contents: AccountContents,
): Promise<World | undefined> {
  const place = await findPlaceOf(db, deploymentId)
  return place && worldOf({ secrets }, place, contents)
}

export const seedOf = ({ secrets }: Pick<Deps, 'secrets'>, id: string) =>
  secrets.hmac('simulated-world', id).toString('base64url')

export function handedOut(credentials: { label: string; value: string }[]): HandedOut {
  const held = (label: string) => credentials.find((one) => one.label === label)?.value
  const [key, secret, password] = [held('Access key id'), held('Secret access key'), held(PASSWORD_LABEL)]
  return {
    identity: held(USER_LABEL) ?? '',
    ...(key && { access_key_id: key }),
    ...(secret && { secret_access_key: secret }),
    ...(password && { password }),
  }
}

const IPV4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?:\/\d{1,2})?$/

/**
 * Source address of the learner in the simulated cloud: the address that they entered for the lab or exam, so that rules that admit
 * it also admit the shell. Without one, an address of a documentation range. The real address of the learner is not stored.
 */
export function sourceOf(given: Record<string, string>, id: string): string {
  for (const value of Object.values(given)) {
    const [, address] = IPV4.exec(value.trim()) ?? []
    if (address) return value.trim().endsWith('/32') || !value.includes('/') ? address : firstHost(address)
  }
  return `198.51.100.${(Number.parseInt(id.slice(0, 4), 16) % 250) + 2}`
}

const firstHost = (network: string) => network.replace(/\d+$/, (last) => String(Math.min(254, Number(last) + 1)))

/** Prompt with the current folder. It does not show the cloud identity, which depends on the keys that a command uses. */
export const promptOf = ({ cloud }: World, { cwd }: ShellState): string => {
  const folder = cwd === HOME ? '~' : cwd.startsWith(`${HOME}/`) ? `~${cwd.slice(HOME.length)}` : cwd
  return `learner@${cloud}:${folder}$ `
}

const accounts = { aws: 'AWS account', azure: 'Azure subscription', gcp: 'Google Cloud project' }

/** Text above the first prompt: the identity, the account, and that nothing is real. */
export const bannerOf = ({ cloud, account_id, region, credentials, source_ip }: World): string =>
  [
    `This is a simulated ${accounts[cloud]}: ${account_id}, ${region}. You are signed in as ${credentials.identity || 'no identity yet'}, from ${source_ip}.`,
    'Commands behave as in the real cloud, but nothing real is touched: no cloud, no network, no machine. Type help to list them.',
  ].join('\n')
