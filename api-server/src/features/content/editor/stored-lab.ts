import type { Db, Tx } from '../../../db/open.ts'
import { moveLabDurations } from '../../courses/content.ts'
import { saveLabs } from '../../labs/content.ts'
import { readDraftParts } from '../../revisions/service.ts'
import { isChecksumName, keyOfChecksum, nameOfKey } from '../../uploads/file-types.ts'
import { labColumns } from '../columns.ts'
import { labOf } from '../stored.ts'
import { isLive, type LabDocument, type LabItem, WHOLE, withIds } from './documents.ts'
import { missingInFlags, saveFlags } from './flags.ts'
import * as queries from './queries.ts'

/** A lab as people see it, and as its editors do: with its draft, where it has one. */
export async function findStoredLab(db: Db, by: { slug: string } | { id: string }) {
  const row = await queries.findLabRow(db, by)
  if (!row) return undefined
  const flags = await queries.listFlagsOf(db, { lab_id: row.id })
  const rows = flags.flatMap(({ flag }) => (flag.archived_at === null ? flag : []))
  const { slug, status, ...lab } = labOf(row, rows, nameOfKey)
  const sizes = Object.fromEntries(row.downloads.map(({ file, bytes }) => [nameOfKey(file), bytes]))
  const live: LabDocument = { ...lab, flags: withIds(lab.flags, rows), sizes }
  const drafted = isLive(status)
    ? (await readDraftParts(db, { kind: 'labs', id: row.id }, [WHOLE])).get(WHOLE)?.document
    : undefined
  const item: LabItem = { slug, status, ...((drafted as LabDocument | undefined) ?? live) }
  return { id: row.id, version: row.version, item, live, row, flags }
}

const keyOf = (name: string) => (isChecksumName(name) ? keyOfChecksum(name) : name)

/** Writes the whole lab, and its flags with what leaves them. */
export async function writeLab(tx: Tx, id: string, { sizes, ...item }: LabItem) {
  const before = await findStoredLab(tx, { id })
  await saveLabs(tx, [{ ...labColumns(item, keyOf, (name) => sizes[name] ?? 0), id }])
  if (before && before.row.duration_minutes !== item.duration_minutes)
    await moveLabDurations(tx, id, before.row.duration_minutes * 60, item.duration_minutes * 60)
  return saveFlags(tx, { lab_id: id, exam_id: null }, item.flags, before?.flags.map(({ flag }) => flag) ?? [])
}

export const missingInLab = ({ flags }: Pick<LabItem, 'flags'>, isTested: boolean) => [
  ...missingInFlags(flags),
  ...(isTested
    ? []
    : [{ field: 'tested_at', message: 'Solve every required flag in a test run of this module first.' }]),
]
