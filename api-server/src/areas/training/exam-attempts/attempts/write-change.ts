import type { Db } from '../../../../db/open.ts'
import { type AttemptRow, appendToLedger, transitionAttempt, updateAttempt } from './attempt-queries.ts'
import type { Change } from './changes.ts'

/** Writes a change to a locked attempt: state, timestamps and ledger. */
export async function applyChange(tx: Db, { id, state }: AttemptRow, { event, set, rows }: Change): Promise<void> {
  if (event && !(await transitionAttempt(tx, id, event, set)))
    throw new Error(`A locked attempt cannot ${event} while ${state}`)
  if (!event && set) await updateAttempt(tx, id, set)
  await appendToLedger(tx, id, rows ?? [])
}
