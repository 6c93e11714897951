import { basename } from 'node:path'
import { operations } from '@flagyard/api-types'
import { labFile } from '@flagyard/api-types/content/files'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'
import { invalidField } from '../../../errors.ts'
import { invalidInput } from '../../../http/validation.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { moveLabDurations } from '../../courses/content.ts'
import { findSolvedTest } from '../../deployments/lab-test.ts'
import { deleteLabs, saveLabs } from '../../labs/content.ts'
import { keyOfChecksum } from '../checksums.ts'
import { labColumns } from '../columns.ts'
import type { Lab } from '../model.ts'
import { isChecksumName } from '../read.ts'
import { labOf } from '../stored.ts'
import { flagsOf, missingInFlags, presentFlags, type RemovedFlags, saveFlags } from './flags.ts'
import * as queries from './queries.ts'
import { deleteContent, type Editor, notFound, saveContent } from './save.ts'

type NeededDeps = Pick<Deps, 'db' | 'files'>

export async function readLab(
  { db }: Pick<Deps, 'db'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'labRecord'>> {
  const found = await findStored(db, slug)
  if (!found) throw notFound('labs')
  const { row, item, flags } = found
  const tested_at = await findSolvedTest(db, row.id)
  return {
    ...item,
    extra_fields: item.extra_fields.map((field) => ({
      ...field,
      type: field.type ?? 'text',
      choices: field.choices ?? [],
    })),
    ...presentFlags(flags),
    id: slug,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    health: row.health,
    lessons: await queries.listLessonsWithLab(db, row.id),
    deployments: await queries.countDeploymentsOf(db, row.id),
    tested_at,
    missing: missingOf(item, tested_at !== null),
    allowed: allowedAmong({
      update: mayCall(operations.saveLab, user),
      delete: mayCall(operations.deleteLab, user),
      test: mayCall(operations.startLabTest, user),
    }),
  }
}

export async function saveLab(
  deps: NeededDeps,
  by: AuditActor,
  slug: string,
  { version, ...edit }: Output<'labEdit'>,
): Promise<RemovedFlags> {
  const removed = await saveContent(deps, by, { slug, version }, labEditor(deps, slug, edit))
  return removed ?? { archived: [], deleted: [] }
}

export const deleteLab = ({ db }: NeededDeps, by: AuditActor, slug: string) =>
  deleteContent({ db }, by, 'labs', slug, (tx) => findStored(tx, slug), deleteLabs)

async function findStored(db: Db, slug: string) {
  const row = await queries.findLabRow(db, slug)
  if (!row) return undefined
  const flags = await queries.listFlagsOf(db, { lab_id: row.id })
  const live = flags.flatMap(({ flag }) => (flag.archived_at === null ? flag : []))
  return { id: row.id, version: row.version, item: labOf(row, live, nameOf), row, flags }
}

/** A stored file is called by its checksum, or by its whole key where that is none. */
const nameOf = (key: string) => {
  const name = basename(key)
  return isChecksumName(name) && keyOfChecksum(name) === key ? name : key
}

function labEditor(
  { files }: NeededDeps,
  slug: string,
  edit: Omit<Output<'labEdit'>, 'version'>,
): Editor<Lab, RemovedFlags> {
  let stored: Awaited<ReturnType<typeof findStored>>
  const rows = () => stored?.flags.map(({ flag }) => flag) ?? []
  return {
    kind: 'labs',
    async find(tx) {
      stored = await findStored(tx, slug)
      return stored
    },
    async change(_, before) {
      const { walkthrough = before?.item.walkthrough ?? null, flags, ...fields } = edit
      const { slug: _slug, walkthrough: _walkthrough, ...old } = before?.item ?? { slug, walkthrough: null }
      const parsed = labFile.safeParse({ ...old, ...fields, ...(flags && { flags: flagsOf(flags, rows()) }) })
      if (!parsed.success) throw invalidInput(parsed.error)
      return { slug, ...parsed.data, extra_fields: parsed.data.extra_fields.map(withoutDefaults), walkthrough }
    },
    async missing(tx, id, wanted, wasPublished) {
      return missingOf(wanted, wasPublished || (id !== undefined && (await findSolvedTest(tx, id)) !== null))
    },
    async write(tx, id, wanted) {
      const sizes = await sizesOf(files, wanted, stored?.row.downloads ?? [])
      const keyOf = (name: string) => (isChecksumName(name) ? keyOfChecksum(name) : name)
      await saveLabs(tx, [{ ...labColumns(wanted, keyOf, (name) => sizes.get(name) ?? 0), id }])
      if (stored && stored.row.duration_minutes !== wanted.duration_minutes)
        await moveLabDurations(tx, id, stored.row.duration_minutes * 60, wanted.duration_minutes * 60)
      return saveFlags(tx, { lab_id: id, exam_id: null }, wanted.flags, rows())
    },
  }
}

/** As files have them: a type and choices only where they say something. */
const withoutDefaults = ({ type, choices, ...field }: Lab['extra_fields'][number]) => ({
  ...field,
  ...(type !== undefined && type !== 'text' && { type }),
  ...(type === 'choice' && choices && { choices }),
})

/** Sizes of all downloads by their names: a new one must be in the store. */
async function sizesOf(
  files: Deps['files'],
  { downloads }: Lab,
  stored: { file: string; bytes: number }[],
): Promise<Map<string, number>> {
  const sizes = new Map(stored.map(({ file, bytes }) => [nameOf(file), bytes]))
  for (const [at, { file }] of downloads.entries()) {
    if (sizes.has(file)) continue
    const bytes = isChecksumName(file) ? await files.size(keyOfChecksum(file)) : null
    if (bytes === null) throw invalidField(`downloads.${at}.file`, 'There is no such file in the store')
    sizes.set(file, bytes)
  }
  return sizes
}

const missingOf = ({ flags }: Lab, isTested: boolean) => [
  ...missingInFlags(flags),
  ...(isTested
    ? []
    : [{ field: 'tested_at', message: 'Solve every required flag in a test run of this module first.' }]),
]
