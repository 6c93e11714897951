import { createHash } from 'node:crypto'
import type { Accepted } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../db/open.ts'
import { ApiError } from '../../errors.ts'
import type { Held, HeldContent, HeldItem } from '../../extension-points/held-content.ts'
import { listHeldLabs } from './held-queries.ts'
import type { EntitlementRow } from './queries.ts'

type Fate = Accepted<'heldItem'>['fate']

export interface Holdings {
  held: Held
  items: HeldItem[]
  /** What this preview is compared with a later one by. */
  print: string
}

/** Everything that hangs on the entitlement, from all features. */
export async function readHoldings(db: Db, parts: readonly HeldContent[], row: EntitlementRow): Promise<Holdings> {
  const held = { ...row, lab_ids: await listHeldLabs(db, row) }
  const items = await listItems(db, parts, held)
  return { held, items, print: printOf(row, items) }
}

export async function listItems(db: Db, parts: readonly HeldContent[], held: Held): Promise<HeldItem[]> {
  const items: HeldItem[] = []
  for (const part of parts) items.push(...((await part.list?.(db, held)) ?? []))
  return items
}

const printOf = ({ id, version }: EntitlementRow, items: HeldItem[]) =>
  createHash('sha256')
    .update(JSON.stringify([id, version, items.map(({ key }) => key)]))
    .digest('base64url')

/** Nothing is done that the administrator has not seen. */
export function assertSeen(shown: string | undefined, { print }: Holdings) {
  if (shown === print) return
  throw new ApiError('stale_version', 'What belongs to this has changed since you looked. Look at it again.')
}

const FATES = {
  suspend: { running: 'stays', lasting: 'stays', progress: 'stays', record: 'stays' },
  revoke: { running: 'ends', lasting: 'stays', progress: 'stays', record: 'stays' },
  move: { running: 'ends', lasting: 'stays', progress: 'moves', record: 'stays' },
} as const satisfies Record<string, Record<HeldItem['is'], Fate>>

export const toShown = (items: HeldItem[], change: keyof typeof FATES, endsRunning: boolean) =>
  items.map(({ what, is }): Accepted<'heldItem'> => {
    const fate = FATES[change][is]
    return { what, fate: fate === 'ends' && !endsRunning ? 'stays' : fate }
  })
