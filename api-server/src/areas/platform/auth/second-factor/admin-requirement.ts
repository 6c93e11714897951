import type { Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError } from '../../../../errors.ts'
import type { CurrentUser } from '../../../../identity/current-user.ts'
import { findAdminSecondFactor, hasSecondFactor, saveAdminSecondFactor } from './queries.ts'

type Settings = Output<'securitySettings'>

export async function getSecuritySettings({ db }: Pick<Deps, 'db'>): Promise<Settings> {
  return { admin_second_factor: await findAdminSecondFactor(db) }
}

/** Applies to every administrator from their next call. The caller must have a second factor to require one. */
export async function updateSecuritySettings(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: { actor: CurrentUser; address: string },
  { admin_second_factor }: Settings,
): Promise<Settings> {
  if (admin_second_factor === 'required' && !(await hasSecondFactor(db, actor.id)))
    throw new ApiError(
      'conflict',
      'Set up a second factor for your own account first. Otherwise you would lock yourself out.',
    )
  await db.transaction(async (tx) => {
    const before = await findAdminSecondFactor(tx)
    await saveAdminSecondFactor(tx, admin_second_factor, actor.id)
    await recordAudit(tx, {
      actor,
      action: 'auth.update_security_settings',
      subject: { type: 'settings', id: 'admin_second_factor' },
      before: { admin_second_factor: before },
      after: { admin_second_factor },
      address,
    })
  })
  return { admin_second_factor }
}
