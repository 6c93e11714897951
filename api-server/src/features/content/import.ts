import { createReadStream } from 'node:fs'
import { type Change as AuditChange, recordAudits } from '../../audit-log/record.ts'
import type { Tx } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { holdContent, recordRevision } from '../revisions/service.ts'
import { isChecksumName, keyOfChecksum, kindOf } from '../uploads/file-types.ts'
import type { FileFacts } from '../uploads/inspect.ts'
import { saveStoredFiles } from '../uploads/service.ts'
import { applyPlan } from './apply.ts'
import { checksumsOf, keysOf, storedNames } from './checksums.ts'
import { audited } from './compare.ts'
import { isLive } from './courses/hold-queries.ts'
import { revisedCourse } from './courses/revised-course.ts'
import { revisedExam, revisedLab } from './editor/revised.ts'
import { factsOf } from './file-facts.ts'
import type { ContentFolder } from './folder.ts'
import { lessonsOf, type Problem, singular } from './model.ts'
import { picturesIn } from './pictures.ts'
import { type Plan, planImport } from './plan.ts'
import { type ContentRows, listContentRows } from './queries.ts'
import { readContent } from './read.ts'
import type { AppliedChange } from './remove.ts'
import { contentOf } from './stored.ts'

export interface ImportOptions {
  actor: AuditChange['actor']
  /** Whence the administrator asked for it. */
  address?: string
  /** Takes out what the files do not have: archived where somebody has a history with it, deleted otherwise. */
  prune?: boolean
  /** Tells what would happen, and changes nothing. */
  dryRun?: boolean
}

/** What an import did, or would do. When something is refused, nothing is done. */
export interface ImportReport {
  applied: AppliedChange[]
  refused: Problem[]
  notes: string[]
}

/** Brings the catalogue to what the folder says, in one transaction. */
export async function importContent(
  { db, files: store }: Pick<Deps, 'db' | 'files'>,
  folder: ContentFolder,
  { actor, address, prune = false, dryRun = false }: ImportOptions,
): Promise<ImportReport> {
  const files = readContent(folder)
  if (files.problems.length > 0) return { applied: [], refused: files.problems, notes: [] }
  const checksums = await checksumsOf(folder.files)
  const lying = misnamed(folder, checksums)
  if (lying.length > 0) return { applied: [], refused: lying, notes: [] }
  const present = await presentFiles(store, namedFiles(files.content), checksums)
  const { facts, problems } = await factsOf(store, folder, checksums, present)
  if (problems.length > 0) return { applied: [], refused: problems, notes: [] }
  // Large files are read before anything is locked.
  const known = await storedNames(store, keysOf(await listContentRows(db)))
  const attempt = async (tx: Tx) => {
    await holdContent(tx)
    const rows = await listContentRows(tx)
    const names = await storedNames(store, keysOf(rows), known)
    const keys = new Map([...names].map(([key, name]) => [name, key]))
    const plan = planImport({
      files,
      stored: contentOf(rows, (key) => names.get(key) ?? key),
      archivedForms: new Set(rows.forms.flatMap(({ slug, archived_at }) => (archived_at ? slug : []))),
      checksumOf: (name) => checksums.get(name) ?? (keys.has(name) || present.has(name) ? name : undefined),
      prune,
    })
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
    await saveStoredFiles(tx, storedRows(folder, checksums, facts, neededFiles(plan)))
    await recordAudits(
      tx,
      applied.map((change) => ({ ...auditEntry(change, actor), address })),
    )
    return { plan, applied }
  }
  if (!dryRun) {
    // Refused files must not be stored, so a first look says whether all is right.
    const preview = await rolledBack(db, attempt)
    if (preview.plan.refused.length > 0 || preview.applied.length === 0) return reportOf(preview)
    await storeFiles(store, folder, checksums, neededFiles(preview.plan))
  }
  return reportOf(dryRun ? await rolledBack(db, attempt) : await db.transaction(attempt))
}

const IMPORT = { source: 'import', by: null } as const

/** What people see and the plan changes: each gets a revision. */
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

/** Runs the very import and takes it back, so that what is shown beforehand is what will be done. */
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
    ...courses.flatMap(({ cover }) => cover ?? []),
    ...texts.flatMap((text) => picturesIn(text).map(({ name }) => name)),
    ...lessons.flatMap(({ video, captions }) => [video ?? [], captions.map(({ file }) => file)].flat()),
    ...labs.flatMap(({ downloads }) => downloads.map(({ file }) => file)),
  ]
}

/** Files of what is created or changed, by their checksum names. */
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

/** Sizes of files that are named by their checksum, are not in the folder, and are in the store. */
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

/** What is known of the files that this import stores, for the list of stored files. */
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

/** What the store has already is not written again. */
async function storeFiles(
  store: Deps['files'],
  { files }: ContentFolder,
  checksums: ReadonlyMap<string, string>,
  needed: string[],
): Promise<void> {
  const wanted = new Set(needed)
  for (const [name, { path, bytes }] of files) {
    const checksum = checksums.get(name)
    if (!checksum || !wanted.has(checksum)) continue
    const key = keyOfChecksum(checksum)
    if ((await store.size(key)) !== bytes) await store.put(key, createReadStream(path))
  }
}
