import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { CurrentUser } from '../../../identity/current-user.ts'
import { findLabAccess } from '../../catalogue/entitlements/index.ts'
import { findLab, type LabRow, learnerLabs } from '../../catalogue/labs/index.ts'
import { assignFreeAccounts, labOfActiveRun } from '../../clouds/deployments/index.ts'
import { readExtraValue } from './extra-value.ts'
import { readMyLab } from './my-labs.ts'

/**
 * Saves the extra data that a lab needs before it is built. Accepts only declared fields and validates each by its type. A
 * deployment that waited for it continues.
 */
export async function addExtraData(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'queue'>,
  user: CurrentUser,
  slug: string,
  given: Record<string, string>,
  address: string,
) {
  const { db } = deps
  const lab = await findLab(db, { slug })
  const access = await findLabAccess(db, user.id, slug)
  if (!access.granted) throw new ApiError('no_access', access.refusal.message, { extra: { rule: access.refusal.code } })
  const run = await labOfActiveRun(db, user.id, lab)
  const values = readExtraData(run, given)
  await db.transaction(async (tx) => {
    await learnerLabs.saveExtraData(tx, user.id, lab.id, values)
    await assignFreeAccounts(tx, deps, run.cloud)
  })
  return readMyLab(deps, user, slug, address)
}

/** Validates and normalises the values. The error lists all invalid fields. */
export function readExtraData(
  { extra_fields }: Pick<LabRow, 'extra_fields'>,
  given: Record<string, string>,
): Record<string, string> {
  const values: Record<string, string> = {}
  const errors = Object.keys(given)
    .filter((name) => !extra_fields.some((field) => field.name === name))
    .map((name) => ({ field: `values.${name}`, message: 'This lab has no such field' }))
  for (const field of extra_fields) {
    const read = readExtraValue(field, given[field.name] ?? '')
    if ('problem' in read) errors.push({ field: `values.${field.name}`, message: read.problem })
    else if (read.value !== '') values[field.name] = read.value
  }
  const [first] = errors
  if (first) throw new ApiError('invalid', `${first.message}.`, { errors })
  return values
}
