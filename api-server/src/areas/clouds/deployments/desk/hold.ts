import type { Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { holdAccountOf, lockPool } from '../../cloud-accounts/pool.ts'
import { lockDeployment } from '../queries.ts'
import { readDeployment } from './record.ts'
import { findSubject } from './subject-queries.ts'

/** Puts the account of a deployment on hold as evidence. A lab in it is ended and its credentials are revoked first. */
export async function holdDeployment(
  deps: Pick<Deps, 'db' | 'queue' | 'tenants'>,
  { actor, address }: AuditActor,
  id: string,
  { reason }: Output<'deploymentHold'>,
) {
  await deps.db.transaction(async (tx) => {
    const { cloud } = await findSubject(tx, id)
    await lockPool(tx, cloud)
    await lockDeployment(tx, id)
    const { hold_refusal } = await findSubject(tx, id)
    if (hold_refusal) throw new ApiError('conflict', hold_refusal)
    await holdAccountOf(tx, deps, id, { actor, address, reason })
  })
  return readDeployment(deps, actor, id)
}
