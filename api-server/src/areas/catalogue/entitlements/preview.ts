import type { Accepted } from '@flagyard/api-types/contract/operation'
import { printOf } from '../../../db/dry-run.ts'
import type { Db } from '../../../db/open.ts'
import type { Held, HeldContent, HeldItem } from '../../../extension-points/held-content.ts'
import { listHeldLabs } from './change-queries.ts'
import type { EntitlementRow } from './queries.ts'

type Fate = Accepted<'heldItem'>['fate']

export interface Holdings {
  held: Held
  items: HeldItem[]
  /** Fingerprint, to detect changes since the preview. */
  print: string
}

/** Everything that belongs to the entitlement, collected from all features. */
export async function readHoldings(db: Db, parts: readonly HeldContent[], row: EntitlementRow): Promise<Holdings> {
  const held = { ...row, lab_ids: await listHeldLabs(db, row) }
  const items = await listItems(db, parts, held)
  return { held, items, print: printOf([row.id, row.version, ...keysOf(items)]) }
}

export const keysOf = (items: HeldItem[]) => items.map(({ key }) => key)

export async function listItems(db: Db, parts: readonly HeldContent[], held: Held): Promise<HeldItem[]> {
  const items: HeldItem[] = []
  for (const part of parts) items.push(...((await part.list?.(db, held)) ?? []))
  return items
}

/** Only progress becomes accessible again. Running and booked items are not affected. */
const OPENS = { running: 'stays', lasting: 'stays', progress: 'opens', record: 'stays' } as const

const FATES = {
  grant: OPENS,
  resume: OPENS,
  restore: OPENS,
  suspend: { running: 'stays', lasting: 'stays', progress: 'stays', record: 'stays' },
  revoke: { running: 'ends', lasting: 'stays', progress: 'stays', record: 'stays' },
  move: { running: 'ends', lasting: 'stays', progress: 'moves', record: 'stays' },
} as const satisfies Record<string, Record<HeldItem['is'], Fate>>

export const toShown = (items: HeldItem[], change: keyof typeof FATES, endsRunning: boolean) =>
  items.map(({ what, is }): Accepted<'heldItem'> => {
    const fate = FATES[change][is]
    return { what, fate: fate === 'ends' && !endsRunning ? 'stays' : fate }
  })
