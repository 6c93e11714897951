import type { Deps } from '../../deps.ts'
import { ApiError, invalidField } from '../../errors.ts'
import type { CurrentUser } from '../../identity/current-user.ts'
import { assignFreeAccounts } from '../deployments/allocation.ts'
import { findLabAccess } from '../entitlements/lab-access.ts'
import { findLabBySlug, type LabRow, saveExtraData } from '../labs/service.ts'
import { presentMyLabDetails } from './my-labs.ts'

/**
 * Saves the extra data that a lab needs before it is built, declared fields only. A deployment that waited for it
 * continues.
 */
export async function addExtraData(
  deps: Pick<Deps, 'db' | 'secrets' | 'queue'>,
  user: CurrentUser,
  slug: string,
  values: Record<string, string>,
) {
  const { db } = deps
  const lab = await findLabBySlug(db, slug)
  const access = await findLabAccess(db, user.id, lab.id)
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  assertValues(lab, values)
  await db.transaction(async (tx) => {
    await saveExtraData(tx, user.id, lab.id, values)
    await assignFreeAccounts(tx, deps, lab.cloud)
  })
  return presentMyLabDetails(deps, user, lab)
}

function assertValues({ extra_fields }: LabRow, values: Record<string, string>) {
  for (const name of Object.keys(values))
    if (!extra_fields.some((field) => field.name === name))
      throw invalidField(`values.${name}`, 'This lab has no such field')
  for (const { name, label, required, max_length } of extra_fields) {
    const value = values[name] ?? ''
    if (required && value.trim() === '') throw invalidField(`values.${name}`, `Please fill in “${label}”`)
    if (value.length > max_length) throw invalidField(`values.${name}`, `Use at most ${max_length} characters`)
    if (/\p{Cc}/u.test(value)) throw invalidField(`values.${name}`, 'Leave out line breaks and control characters')
  }
}
