import type { Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import { findOpenFreeze, listFreezeAccounts } from './queries.ts'

type Freeze = Output<'freeze'>

/** Open freeze of an account, with the state of its retained cloud accounts. Null if there is none. */
export async function readFreeze(db: Db, userId: string): Promise<Freeze | null> {
  const found = await findOpenFreeze(db, userId)
  if (!found) return null
  const { id, frozen_at, by, reason, sessions, labs, stopped_exam } = found
  const accounts = (await listFreezeAccounts(db, id)).map(({ cloud, account_id, status, is_kept }) => ({
    cloud,
    account_id,
    state: stateOf({ status, is_kept }),
  }))
  return { at: frozen_at.toISOString(), by, reason, sessions, labs, stopped_exam, accounts }
}

const stateOf = ({ status, is_kept }: { status: string; is_kept: boolean }): Freeze['accounts'][number]['state'] =>
  !is_kept ? 'released' : status === 'Locked' ? 'held' : 'waiting'

export const isFrozenNow = async (tx: Db, userId: string): Promise<boolean> =>
  (await findOpenFreeze(tx, userId)) !== undefined
