import { visibleResources } from '@flagyard/cloud-simulator'
import { readWorldOf } from '../areas/training/shell/index.ts'
import type { Deps } from '../deps.ts'
import { baseline } from '../integrations/clouds/simulated.ts'
import { PASSWORD_LABEL, USER_LABEL } from '../integrations/clouds/simulated-build.ts'
import { listResources } from '../integrations/clouds/simulated-cloud.ts'
import type { Account, Resource } from './pages.ts'
import { findRunning } from './queries.ts'

/** Id of the deployment that the credentials belong to. Both values are compared in constant time, even if nothing is running. */
export async function openWith(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  account: Account,
  user: string,
  password: string,
): Promise<string | undefined> {
  const running = await findRunning(db, account)
  const credentials: { label: string; value: string }[] = running?.credentials_sealed
    ? JSON.parse(secrets.open('credentials', running.id, running.credentials_sealed))
    : []
  const held = (label: string) => credentials.find((one) => one.label === label)?.value
  const [rightUser, rightPassword] = [held(USER_LABEL), held(PASSWORD_LABEL)]
  const sameUser = secrets.equal('simulated-console', user, rightUser ?? '')
  const samePassword = secrets.equal('simulated-console', password, rightPassword ?? '')
  return running && rightUser && rightPassword && sameUser && samePassword ? running.id : undefined
}

/**
 * Contents of the account as visible with the credentials of a deployment: what their identity may see according to the simulated cloud's policies.
 * Undefined if the credentials are no longer valid.
 */
export async function listOpened(
  { db, secrets, clock }: Pick<Deps, 'db' | 'secrets' | 'clock'>,
  account: Account,
  deployment: string,
): Promise<Resource[] | undefined> {
  const running = await findRunning(db, account)
  const standing = await listResources(db, account)
  const revoked = standing.some((one) => one.deployment_id === deployment && one.attributes.revoked)
  if (running?.id !== deployment || revoked) return undefined
  const always: Resource[] = baseline[account.cloud].map((one) => ({ ...one, attributes: {} }))
  const resources = [
    ...standing.map(({ type, name, attributes }) => ({ type, name, attributes })),
    ...always.filter(({ type, name }) => !standing.some((one) => one.type === type && one.name === name)),
  ]
  const world = await readWorldOf({ db, secrets }, deployment, { resources, log: [], past: [] })
  return world && visibleResources(world, clock.now())
}
