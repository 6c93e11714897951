import type { Db } from '../../../db/open.ts'
import type { RunFlag } from '../../../db/schema/index.ts'
import type { Secrets } from '../../../secrets.ts'
import { type FlagRow, findDeployedFlag, insertDeployedFlags } from './queries.ts'

type NeededSecrets = Pick<Secrets, 'hmac'>

/** Keyed hash, to recognise the value of a flag without storing it. */
const fingerprintOf = (secrets: NeededSecrets, value: string) =>
  secrets.hmac('flag-fingerprint', value).toString('base64url')

/** Rows with the fingerprints of a deployment's dynamic flags. */
export const deployedFlagRows = (
  secrets: NeededSecrets,
  { id, user_id }: { id: string; user_id: string },
  flags: { id: string }[],
  planted_at: Date | null,
) =>
  flags.map((flag) => {
    const value = deriveFlag(secrets, { flagId: flag.id, userId: user_id, deploymentId: id })
    const fingerprint = fingerprintOf(secrets, value)
    return { deployment_id: id, flag_id: flag.id, user_id, fingerprint, ...(planted_at && { planted_at }) }
  })

/** Saves fingerprints of a deployment's dynamic flags, so that `findOtherOwner` recognises them. Safe to retry: existing rows are skipped. */
export const saveDeployedFlags = (
  tx: Db,
  secrets: NeededSecrets,
  deployment: { id: string; user_id: string },
  flags: { id: string }[],
  planted_at: Date | null,
): Promise<void> => insertDeployedFlags(tx, deployedFlagRows(secrets, deployment, flags, planted_at))

const LOOKS_DYNAMIC = /^FLAG\{[0-9a-f]{32}\}$/

/** Whether the value has the form of a dynamic flag. */
export const looksDynamic = (value: string) => LOOKS_DYNAMIC.test(value)

/** Lookup key for a value among other learners' flags. Null if it cannot be one of them. */
export const suspectOf = (secrets: NeededSecrets, value: string, flagIds: string[]) =>
  flagIds.length > 0 ? { fingerprint: fingerprintOf(secrets, value), flagIds } : null

/** Flag, owner and deployment of a wrong value, if it is another learner's dynamic flag. */
export const findOtherOwner = (
  db: Db,
  secrets: NeededSecrets,
  { value, flagIds, userId }: { value: string; flagIds: string[]; userId: string },
) => findDeployedFlag(db, { fingerprint: fingerprintOf(secrets, value), flagIds, userId })

/**
 * The value of a DYNAMIC flag, unique per learner and deployment and derived from a server key. It is never stored, so no call and
 * no table can leak it: the module places it in the environment, and a submitted value is compared with a newly derived one.
 */
export function deriveFlag(
  secrets: Pick<Secrets, 'hmac'>,
  of: { flagId: string; userId: string; deploymentId: string },
): string {
  const digest = secrets.hmac('dynamic-flag', `${of.flagId}:${of.userId}:${of.deploymentId}`)
  return `FLAG{${digest.toString('hex').slice(0, 32)}}`
}

/** The module variable that receives the flag. */
export const variableOf = (flag: { variable: string | null; position: number }) =>
  flag.variable?.trim() || `flag_${flag.position}`

/** The flag as saved by a run or a booking. */
export const toRunFlag = ({ lab_id: _, exam_id: __, archived_at: ___, ...flag }: FlagRow): RunFlag => flag
