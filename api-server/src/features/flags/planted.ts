import type { Db } from '../../db/open.ts'
import type { Secrets } from '../../integrations/secrets.ts'
import { deriveFlag } from './dynamic-flag.ts'
import { findPlanted, insertPlanted } from './planted-queries.ts'

type NeededSecrets = Pick<Secrets, 'hmac'>

/** A keyed hash: it tells whether a value is the planted one, and the value cannot be computed from it. */
const fingerprintOf = (secrets: NeededSecrets, value: string) =>
  secrets.hmac('flag-fingerprint', value).toString('base64url')

/** What the dynamic flags of a deployment are recognised by when another learner hands one in. */
export const plantedRows = (
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

/** Replay: they are there already. */
export const markPlanted = (
  tx: Db,
  secrets: NeededSecrets,
  deployment: { id: string; user_id: string },
  flags: { id: string }[],
  planted_at: Date | null,
): Promise<void> => insertPlanted(tx, plantedRows(secrets, deployment, flags, planted_at))

const LOOKS_DYNAMIC = /^FLAG\{[0-9a-f]{32}\}$/

export const looksDynamic = (value: string) => LOOKS_DYNAMIC.test(value)

/** How a value is looked for among the flags planted for others; null where it can be none of them. */
export const suspectOf = (secrets: NeededSecrets, value: string, flagIds: string[]) =>
  flagIds.length > 0 ? { fingerprint: fingerprintOf(secrets, value), flagIds } : null

/** Whose dynamic flag a wrong value is, where it is another learner's. */
export const findOtherOwner = (
  db: Db,
  secrets: NeededSecrets,
  { value, flagIds, userId }: { value: string; flagIds: string[]; userId: string },
) => findPlanted(db, { fingerprint: fingerprintOf(secrets, value), flagIds, userId })
