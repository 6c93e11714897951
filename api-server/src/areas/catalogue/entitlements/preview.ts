import type { Accepted } from '@flagyard/api-types/contract/operation'
import { printOf } from '../../../db/dry-run.ts'
import type { Db } from '../../../db/open.ts'
import type {
  ContentReference,
  ContentReferences,
  LearnerContent,
} from '../../../extension-points/content-references.ts'
import { listOwnLabs } from './change-queries.ts'
import type { EntitlementRow } from './queries.ts'

type Fate = Accepted<'heldItem'>['fate']

export interface References {
  content: LearnerContent
  items: ContentReference[]
  /** Fingerprint, to detect changes since the preview. */
  print: string
}

/** Everything that refers to the content of the entitlement, collected from all features. */
export async function readReferences(
  db: Db,
  parts: readonly ContentReferences[],
  row: EntitlementRow,
): Promise<References> {
  const content = { ...row, lab_ids: await listOwnLabs(db, row) }
  const items = await listItems(db, parts, content)
  return { content, items, print: printOf([row.id, row.version, ...items.map(({ key }) => key)]) }
}

export async function listItems(
  db: Db,
  parts: readonly ContentReferences[],
  content: LearnerContent,
): Promise<ContentReference[]> {
  const items: ContentReference[] = []
  for (const part of parts) items.push(...((await part.list?.(db, content)) ?? []))
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
} as const satisfies Record<string, Record<ContentReference['is'], Fate>>

export const toShown = (items: ContentReference[], change: keyof typeof FATES, endsRunning: boolean) =>
  items.map(({ what, is }): Accepted<'heldItem'> => {
    const fate = FATES[change][is]
    return { what, fate: fate === 'ends' && !endsRunning ? 'stays' : fate }
  })
