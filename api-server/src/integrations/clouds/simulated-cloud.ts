import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { type CloudName, simulatedFaults, simulatedHistory, simulatedResources } from '../../db/schema/index.ts'
import { CloudError, type ResourceName } from './driver.ts'

interface Account {
  cloud: CloudName
  account_id: string
}
export type SimulatedResource = typeof simulatedResources.$inferSelect

const inAccount = ({ cloud, account_id }: Account) =>
  and(eq(simulatedResources.cloud, cloud), eq(simulatedResources.account_id, account_id))

const byName = (account: Account, { type, name }: ResourceName) =>
  and(inAccount(account), eq(simulatedResources.type, type), eq(simulatedResources.name, name))

/** All resources of an account, oldest first. */
export const listResources = (db: Db, account: Account) =>
  db
    .select()
    .from(simulatedResources)
    .where(inAccount(account))
    .orderBy(simulatedResources.created_at, simulatedResources.type, simulatedResources.name)

/** Creates a resource. Names are unique in an account, as in a real cloud, so leftovers of another deployment cause a conflict. */
export async function createResource(
  db: Db,
  account: Account,
  resource: ResourceName & { deployment_id: string | null; attributes: Record<string, string> },
): Promise<'created' | 'exists'> {
  const [created] = await db
    .insert(simulatedResources)
    .values({ ...resource, cloud: account.cloud, account_id: account.account_id, created_at: sql`clock_timestamp()` })
    .onConflictDoNothing()
    .returning({ id: simulatedResources.id })
  if (created) return 'created'
  const [existing] = await db.select().from(simulatedResources).where(byName(account, resource))
  if (existing?.deployment_id === resource.deployment_id) return 'exists'
  throw new CloudError('failed', `AlreadyExists: ${resource.type} ${resource.name} already exists in this account.`)
}

/** Changes the given attributes of a resource. */
export async function updateResource(
  db: Db,
  account: Account,
  resource: ResourceName,
  attributes: Record<string, string>,
): Promise<void> {
  await db
    .update(simulatedResources)
    .set({ attributes: sql`${simulatedResources.attributes} || ${JSON.stringify(attributes)}::jsonb` })
    .where(byName(account, resource))
}

export const removeResource = (db: Db, id: string): Promise<void> => removeWhere(db, eq(simulatedResources.id, id))

/** Removes resources and adds them to the account's history, as a real cloud does. */
async function removeWhere(db: Db, where: SQL | undefined): Promise<void> {
  await db.execute(sql`with gone as (delete from ${simulatedResources} where ${where} returning cloud, account_id, type, name)
    insert into ${simulatedHistory} (cloud, account_id, type, name) select cloud, account_id, type, name from gone
    on conflict (cloud, account_id, type, name) do update set at = now()`)
}

/** Maximum number of history entries read from a simulated account. */
const MAX_PAST = 200

/** Resources removed from the account by any holder, newest first. */
export const listPast = (db: Db, { cloud, account_id }: Account): Promise<ResourceName[]> =>
  db
    .select({ type: simulatedHistory.type, name: simulatedHistory.name })
    .from(simulatedHistory)
    .where(and(eq(simulatedHistory.cloud, cloud), eq(simulatedHistory.account_id, account_id)))
    .orderBy(desc(simulatedHistory.at))
    .limit(MAX_PAST)

/** Revokes the credentials of a deployment. */
export async function markRevoked(db: Db, account: Account, deploymentId: string): Promise<void> {
  await db
    .update(simulatedResources)
    .set({ attributes: sql`${simulatedResources.attributes} || '{"revoked": "yes"}'::jsonb` })
    .where(and(inAccount(account), eq(simulatedResources.deployment_id, deploymentId)))
}

/** The injected fault of this step, if any; reading it uses up one of its occurrences. */
export async function consumeFault(db: Db, account: Account, step: string) {
  const [fault] = await db
    .select()
    .from(simulatedFaults)
    .where(
      and(
        eq(simulatedFaults.step, step),
        or(isNull(simulatedFaults.cloud), eq(simulatedFaults.cloud, account.cloud)),
        or(isNull(simulatedFaults.account_id), eq(simulatedFaults.account_id, account.account_id)),
        sql`${simulatedFaults.times} > 0`,
      ),
    )
    .limit(1)
  if (!fault) return undefined
  await db
    .update(simulatedFaults)
    .set({ times: sql`${simulatedFaults.times} - 1` })
    .where(eq(simulatedFaults.id, fault.id))
  return fault
}

/** Stores a resource that a learner's command created or changed in the account of their deployment. */
export async function putResource(
  db: Db,
  account: Account,
  {
    type,
    name,
    deployment_id,
    attributes,
  }: ResourceName & { deployment_id: string; attributes: Record<string, string> },
): Promise<void> {
  const { cloud, account_id } = account
  await db
    .insert(simulatedResources)
    .values({ cloud, account_id, type, name, deployment_id, attributes, created_at: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: [
        simulatedResources.cloud,
        simulatedResources.account_id,
        simulatedResources.type,
        simulatedResources.name,
      ],
      set: { attributes },
    })
}

export async function removeResourceNamed(db: Db, account: Account, resource: ResourceName): Promise<void> {
  await removeWhere(db, byName(account, resource))
}
