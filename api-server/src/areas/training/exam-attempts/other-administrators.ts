import { operations } from '@flagyard/api-types'
import type { Db } from '../../../db/open.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { listAdministrators } from '../../platform/auth/service.ts'

export async function listOthersWhoMay(
  db: Db,
  call: 'decideConductCase' | 'confirmRoom',
  caller: Pick<CurrentUser, 'id'>,
) {
  const needed: readonly string[] = operations[call].capabilities
  return (await listAdministrators(db)).filter(
    ({ id, capabilities, activated_at, disabled_at, deletion_due_at }) =>
      id !== caller.id &&
      activated_at &&
      !disabled_at &&
      !deletion_due_at &&
      capabilities.some((one) => needed.includes(one)),
  )
}
