import type { HandedOut, LogLine, Resource, World } from '@flagyard/cloud-simulator'
import type { Deps } from '../../../deps.ts'
import { PASSWORD_LABEL, USER_LABEL } from '../../../integrations/clouds/simulated-build.ts'
import { deniedInSimulation } from '../../../integrations/clouds/traces.ts'
import type { Place } from './queries.ts'

interface AccountContents {
  resources: Resource[]
  log: LogLine[]
  past: World['past']
}

/** Simulated account of an environment, as its shell sees it. */
export function worldOf({ secrets }: Pick<Deps, 'secrets'>, place: Place, standing: AccountContents): World {
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
    ...standing,
  }
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

/** First host address of a network. */
const firstHost = (network: string) => network.replace(/\d+$/, (last) => String(Math.min(254, Number(last) + 1)))
