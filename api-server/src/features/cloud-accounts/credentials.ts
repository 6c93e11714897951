import type { Deps } from '../../deps.ts'
import { type CloudAccess, CloudError } from '../../integrations/clouds/driver.ts'
import type { AccountRow } from './queries.ts'

/** Decrypts the account's credentials for the length of one job. Never log the result. */
export function credentialsOf({ secrets }: Pick<Deps, 'secrets'>, account: AccountRow): CloudAccess {
  const { cloud, account_id, region } = account
  if (!account.credentials_sealed) throw new CloudError('refused', 'This account has no credentials.')
  const credentials = JSON.parse(secrets.open('credentials', account.id, account.credentials_sealed))
  return { cloud, account_id, region, credentials }
}
