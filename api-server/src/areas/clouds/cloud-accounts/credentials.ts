import { cloudCredentials } from '@flagyard/api-types/cloud-accounts/credentials'
import type { Db } from '../../../db/open.ts'
import type { CloudName } from '../../../db/schema/index.ts'
import type { Deps } from '../../../deps.ts'
import { invalidFields } from '../../../http/validation.ts'
import { type CloudAccess, CloudError } from '../../../integrations/clouds/driver.ts'
import { requestChecks } from './cleaning/lease-queries.ts'
import type { AccountRow } from './queries.ts'

/** Decrypts the account's credentials for the length of one job. Never log the result. */
export function credentialsOf({ secrets }: Pick<Deps, 'secrets'>, account: AccountRow): CloudAccess {
  const { cloud, account_id, region } = account
  if (!account.credentials_sealed) throw new CloudError('refused', 'This account has no credentials.')
  const credentials = JSON.parse(secrets.open('credentials', account.id, account.credentials_sealed))
  return { cloud, account_id, region, credentials }
}

/**
 * Errors in credentials. They become environment variables of the programs that work in the account, so only the names of their cloud are allowed:
 * others could change what a program does.
 */
export function credentialErrors(cloud: CloudName, credentials: Record<string, string>) {
  const asked = cloudCredentials[cloud]
  const missing = asked.filter(({ name }) => !credentials[name]?.trim())
  const unknown = Object.keys(credentials).filter((name) => asked.every((one) => one.name !== name))
  return [
    ...missing.map(({ name, label }) => ({ field: `credentials.${name}`, message: `Enter this: ${label}` })),
    ...unknown.map((name) => ({
      field: `credentials.${name}`,
      message: `Credentials of this cloud are ${asked.map((one) => one.name).join(', ')}`,
    })),
  ]
}

export function sealCredentials(
  secrets: Deps['secrets'],
  { id, cloud }: Pick<AccountRow, 'id' | 'cloud'>,
  credentials: Record<string, string>,
): string {
  const errors = credentialErrors(cloud, credentials)
  if (errors.length > 0) throw invalidFields(errors)
  return secrets.seal('credentials', id, JSON.stringify(credentials))
}

/** Queues credential checks. A Pending account is checked by the job that also checks whether it is empty. */
export async function enqueueChecks(tx: Db, { queue }: Pick<Deps, 'queue'>, accounts: AccountRow[]) {
  const idsOf = (pending: boolean) =>
    accounts.filter(({ status }) => (status === 'Pending') === pending).map(({ id }) => id)
  await requestChecks(
    tx,
    accounts.map(({ id }) => id),
  )
  await queue.sendMissing(tx, 'cloud-accounts.verify', idsOf(true))
  await queue.sendMissing(tx, 'cloud-accounts.check', idsOf(false))
}
