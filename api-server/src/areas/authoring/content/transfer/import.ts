import { type Change as AuditChange, recordAudits } from '../../../../audit-log/record.ts'
import type { Tx } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { lockContentForImport, recordRevision } from '../../../catalogue/revisions/index.ts'
import {
  type FileFacts,
  hasRoomFor,
  isChecksumName,
  keyOfChecksum,
  kindOf,
  saveStoredFiles,
} from '../../uploads/index.ts'
import { audited } from '../compare.ts'
import { isLive } from '../courses/queries.ts'
import { revisedCourse } from '../courses/revised-course.ts'
import { revisedExam, revisedLab } from '../editor/revised.ts'
import { factsOf } from '../files/file-facts.ts'
import type { ContentFolder } from '../files/folder.ts'
import { FILES } from '../files/paths.ts'
import { readContent } from '../files/read.ts'
import { lessonsOf, type Problem, picturesOf, singular } from '../model.ts'
import { picturesIn } from '../pictures.ts'
import { type ContentRows, listContentRows } from '../queries.ts'
import type { AppliedChange } from '../remove.ts'
import { contentOf } from '../stored.ts'
import { applyPlan } from './apply.ts'
import { checksumsOf, keysOf, storedNames } from './checksums.ts'
import { type Plan, planImport } from './plan.ts'
import { fingerprintOf, type ImportReport, MovedBasisError } from './report.ts'

export interface ImportOptions {
  actor: AuditChange['actor']
  /** Address of the administrator who requested the import. */
  address?: string
  /** Removes items missing from the files: archives those with learner history, deletes the rest. */
  prune?: boolean
  dryRun?: boolean
  /** Fingerprint of the report that was shown. If the import would now do anything else, it fails with a MovedBasisError and changes nothing. */
  shown?: string
  /** Runs in the same transaction as the import. */
  settle?(tx: Tx, report: ImportReport): Promise<void>
}

export type ImportDeps = Pick<Deps, 'db' | 'files'> & { config: Pick<Deps['config'], 'fileLimits'> }

/** Applies a content folder to the catalogue, in one transaction. */
export async function importContent(
  { db, files: store, config }: ImportDeps,
  folder: ContentFolder,
  { actor, address, prune = false, dryRun = false, shown, settle }: ImportOptions,
): Promise<ImportReport> {
  const files = await readContent(folder)
  if (files.problems.length > 0) return { applied: [], refused: files.problems, notes: [] }
  const checksums = await checksumsOf(folder.files)
  const lying = misnamed(folder, checksums)
  if (lying.length > 0) return { applied: [], refused: lying, notes: [] }
  const named = [...namedFiles(files.content), ...folder.sums.values()]
  const present = await presentFiles(store, named, checksums)
  const { facts, problems } = await factsOf(store, folder, checksums, present)
  if (problems.length > 0) return { applied: [], refused: problems, notes: [] }
  // Large files are read before anything is locked.
  const known = await storedNames(store, keysOf(await listContentRows(db)))
  const attempt = async (tx: Tx) => {
    await lockContentForImport(tx)
    const rows = await listContentRows(tx)
    const names = await storedNames(store, keysOf(rows), known)
    const keys = new Map([...names].map(([key, name]) => [name, key]))
    const plan = planImport({
      files,
      stored: contentOf(rows, (key) => names.get(key) ?? key),
      archivedForms: new Set(rows.forms.flatMap(({ slug, archived_at }) => (archived_at ? slug : []))),
      checksumOf(name) {
        const stored = folder.sums.get(name) ?? name
        return checksums.get(name) ?? (keys.has(stored) || present.has(stored) ? stored : undefined)
      },
      prune,
    })
    const toStore = storedRows(folder, checksums, facts, neededFiles(plan))
    if (!(await hasRoomFor(tx, toStore, config.fileLimits.stored)))
      plan.refused.push({ file: FILES, line: 1, message: 'There is no room left for these files.' })
    if (plan.refused.length > 0) return { plan, applied: [] }
    const sizes = new Map([...present, ...sizesOf(folder, checksums)])
    const stored = new Map(
      rows.labs.flatMap(({ downloads }) => downloads.map(({ file, bytes }) => [names.get(file), bytes])),
    )
    const apply = () =>
      applyPlan(tx, plan, rows, {
        keyOf: (name) => keys.get(name) ?? keyOfChecksum(name),
        bytesOf: (name) => sizes.get(name) ?? stored.get(name) ?? 0,
        sizeOf: (name) => facts.get(name) ?? { width: null, height: null },
      })
    const applied = await recordRevision(tx, revisedCourse, publishedOf('courses', plan, rows), IMPORT, () =>
      recordRevision(tx, revisedLab, publishedOf('labs', plan, rows), IMPORT, () =>
        recordRevision(tx, revisedExam, publishedOf('exams', plan, rows), IMPORT, apply),
      ),
    )
    await saveStoredFiles(tx, toStore)
    await recordAudits(
      tx,
      applied.map((change) => ({ ...auditEntry(change, actor), address })),
    )
    return { plan, applied }
  }
  // Files of a rejected import must not be stored, so a preview runs first.
  const preview = await rolledBack(db, attempt)
  const previewed = reportOf(preview)
  if (dryRun) return previewed
  assertShown(previewed, shown)
  if (previewed.refused.length > 0) return previewed
  if (previewed.applied.length > 0) await storeFiles(store, folder, checksums, neededFiles(preview.plan))
  else if (!settle) return previewed
  return db.transaction(async (tx) => {
    const report = reportOf(await attempt(tx))
    assertShown(report, shown)
    await settle?.(tx, report)
    return report
  })
}

function assertShown(report: ImportReport, shown: string | undefined) {
  if (shown !== undefined && fingerprintOf(report) !== shown) throw new MovedBasisError(report)
}

const IMPORT = { source: 'import', by: null } as const

/** Published items that the plan changes; each gets a new revision. */
function publishedOf(kind: 'courses' | 'labs' | 'exams', { changes }: Plan, rows: ContentRows) {
  const changed = new Set(
    changes.flatMap((change) => (change.kind === kind && change.action === 'update' ? change.slug : [])),
  )
  const all: { id: string; slug: string; status: ContentRows['courses'][number]['status'] }[] = rows[kind]
  return all.filter(({ slug, status }) => changed.has(slug) && isLive(status)).map(({ id }) => ({ id, isLive: true }))
}

interface Attempt {
  plan: Plan
  applied: AppliedChange[]
}

const reportOf = ({ plan: { refused, notes }, applied }: Attempt): ImportReport => ({ applied, refused, notes })

/** Runs the real import and rolls it back, so that the preview is exact. */
async function rolledBack<T>(db: Deps['db'], work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  const undone = new Error('A preview is taken back')
  try {
    await db.transaction(async (tx) => {
      result = { value: await work(tx) }
      throw undone
    })
  } catch (error) {
    if (error !== undone) throw error
  }
  if (!result) throw new Error('A preview ended without a result')
  return result.value
}

const auditEntry = ({ kind, slug, action, differences }: AppliedChange, actor: AuditChange['actor']): AuditChange => ({
  actor,
  action: `${kind}.${action}`,
  subject: { type: singular[kind], id: slug },
  before: action === 'create' ? null : audited(differences, 'before'),
  after: action === 'create' || action === 'update' ? audited(differences, 'after') : null,
})

function namedFiles({ courses, labs, exams }: Pick<Plan['wanted'], 'courses' | 'labs' | 'exams'>): string[] {
  const lessons = courses.flatMap((course) => lessonsOf(course))
  const texts = [
    ...courses.map(({ description }) => description),
    ...lessons.map(({ body }) => body),
    ...labs.flatMap(({ description, walkthrough }) => [description, walkthrough ?? '']),
    ...exams.flatMap(({ description, rules }) => [description, rules]),
  ]
  return [
    ...courses.flatMap(picturesOf),
    ...texts.flatMap((text) => picturesIn(text).map(({ name }) => name)),
    ...lessons.flatMap(({ video, captions }) => [video ?? [], captions.map(({ file }) => file)].flat()),
    ...labs.flatMap(({ downloads }) => downloads.map(({ file }) => file)),
  ]
}

/** Files of created or changed items, by checksum name. */
function neededFiles({ wanted, changes }: Plan): string[] {
  const changed = (kind: string) => new Set(changes.flatMap((change) => (change.kind === kind ? change.slug : [])))
  const [courses, labs, exams] = [changed('courses'), changed('labs'), changed('exams')]
  return namedFiles({
    ...wanted,
    courses: wanted.courses.filter(({ slug }) => courses.has(slug)),
    labs: wanted.labs.filter(({ slug }) => labs.has(slug)),
    exams: wanted.exams.filter(({ slug }) => exams.has(slug)),
  })
}

/** Sizes of files that are referenced by checksum, not in the folder, and in the store. */
async function presentFiles(
  store: Deps['files'],
  names: string[],
  checksums: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of names) {
    if (checksums.has(name) || !isChecksumName(name)) continue
    const bytes = await store.size(keyOfChecksum(name))
    if (bytes !== null) found.set(name, bytes)
  }
  return found
}

/** Rows for the list of stored files, with the metadata of the files that this import stores. */
function storedRows(
  { files }: ContentFolder,
  checksums: ReadonlyMap<string, string>,
  facts: ReadonlyMap<string, FileFacts>,
  needed: string[],
) {
  const wanted = new Set(needed)
  const rows = new Map(
    [...files].flatMap(([file, { bytes }]) => {
      const name = checksums.get(file) ?? file
      const [kind, own] = [kindOf(name), facts.get(name)]
      return kind && own && wanted.has(name) ? [[name, { name, kind, bytes, ...own }] as const] : []
    }),
  )
  return [...rows.values()]
}

const sizesOf = ({ files }: ContentFolder, checksums: ReadonlyMap<string, string>): [string, number][] =>
  [...files].map(([name, { bytes }]) => [checksums.get(name) ?? name, bytes])

function misnamed({ files }: ContentFolder, checksums: ReadonlyMap<string, string>): Problem[] {
  return [...files.keys()].flatMap((name) =>
    isChecksumName(name) && checksums.get(name) !== name
      ? [{ file: `files/${name}`, line: 1, message: 'The name says another checksum than the file has.' }]
      : [],
  )
}

/** Skips files that the store already has. */
async function storeFiles(
  store: Deps['files'],
  { files }: ContentFolder,
  checksums: ReadonlyMap<string, string>,
  needed: string[],
): Promise<void> {
  const wanted = new Set(needed)
  for (const [name, { bytes, read }] of files) {
    const checksum = checksums.get(name)
    if (!checksum || !wanted.has(checksum)) continue
    const key = keyOfChecksum(checksum)
    if ((await store.size(key)) !== bytes) await store.put(key, read())
  }
}
