import type { Db, Tx } from '../../../../db/open.ts'
import type { RunFlag, RunLab } from '../../../../db/schema/index.ts'
import { courseContent } from '../../../catalogue/courses/index.ts'
import { toRunFlag } from '../../../catalogue/flags/index.ts'
import { labContent } from '../../../catalogue/labs/index.ts'
import { updateCompletions } from '../../../catalogue/progress/index.ts'
import { readDraftParts } from '../../../catalogue/revisions/index.ts'
import { buildsDiffer, findSolvedTest, toRunLab } from '../../../clouds/deployments/index.ts'
import { isChecksumName, keyOfChecksum, nameOfKey } from '../../uploads/index.ts'
import { flagColumns, labColumns } from '../columns.ts'
import { labOf } from '../stored.ts'
import { isLive, type LabDocument, type LabItem, WHOLE, withIds } from './documents.ts'
import { missingInCanary, missingInFlags, saveFlags } from './flags.ts'
import { missingInPlan } from './lab-plan.ts'
import * as queries from './queries.ts'

/** A lab in its published version, and with its draft for editors. */
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
  const document = (drafted as LabDocument | undefined) ?? live
  // Drafts from before canary scripts and defender's questions existed have neither.
  const item: LabItem = {
    slug,
    status,
    ...document,
    canary: 'canary' in document ? document.canary : live.canary,
    defense: 'defense' in document ? document.defense : live.defense,
  }
  return { id: row.id, version: row.version, item, live, row, flags, isDrafted: drafted !== undefined }
}

type StoredLab = NonNullable<Awaited<ReturnType<typeof findStoredLab>>>

interface Run {
  lab: RunLab
  flags: RunFlag[]
}

/** Initial state of a run if this document were published. */
export function runOf({ sizes, ...item }: LabItem): Run {
  const columns = labColumns(item, keyOf, (name) => sizes[name] ?? 0)
  const flags = item.flags.map(({ id, ...flag }, position) => ({ ...flagColumns(flag, position), id }))
  return { lab: toRunLab(columns), flags }
}

/** Initial state of a new run. */
const liveRunOf = ({ row, flags }: Pick<StoredLab, 'row' | 'flags'>): Run => ({
  lab: toRunLab(row),
  flags: flags.flatMap(({ flag }) => (flag.archived_at === null ? toRunFlag(flag) : [])),
})

/** Content of an author's test run: the draft, or the published version without one. */
export const triedRunOf = (stored: StoredLab) => (stored.isDrafted ? runOf(stored.item) : liveRunOf(stored))

/**
 * Whether an author has solved exactly this content in a test run. Not required if it is built in the same way as the published version, so that a
 * typo in the description can be fixed without a test.
 */
export async function isTried(db: Db, stored: StoredLab, wanted = triedRunOf(stored)): Promise<boolean> {
  if (isLive(stored.item.status) && !(await buildsDiffer(db, wanted, liveRunOf(stored)))) return true
  return (await findSolvedTest(db, stored.id, wanted)) !== null
}

const keyOf = (name: string) => (isChecksumName(name) ? keyOfChecksum(name) : name)

/** Writes the whole lab, and archives or deletes removed flags. */
export async function writeLab(tx: Tx, id: string, { sizes, ...item }: LabItem) {
  const before = await findStoredLab(tx, { id })
  await labContent.save(tx, [{ ...labColumns(item, keyOf, (name) => sizes[name] ?? 0), id }])
  if (before && before.row.duration_minutes !== item.duration_minutes)
    await courseContent.lessons.moveDurations(tx, id, before.row.duration_minutes * 60, item.duration_minutes * 60)
  const saved = await saveFlags(
    tx,
    { lab_id: id, exam_id: null },
    item.flags,
    before?.flags.map(({ flag }) => flag) ?? [],
  )
  await updateCompletions(tx, { labs: [id] })
  return saved
}

/** Unmet publication requirements of a lab. */
export const missingInLab = async (
  db: Db,
  lab: Pick<LabItem, 'flags' | 'canary' | 'cloud' | 'module_stages' | 'max_resources' | 'max_hourly_cost'>,
  isTested: boolean,
) => [
  ...missingInFlags(lab.flags),
  ...missingInCanary('lab', lab),
  ...(await missingInPlan(db, lab)),
  ...(isTested
    ? []
    : [{ field: 'tested_at', message: 'Try the lab as it is now, and solve every required flag in that run.' }]),
]
