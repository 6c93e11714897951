import { operations } from '@flagyard/api-types'
import { labFile } from '@flagyard/api-types/content/files'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { invalidInput } from '../../../../http/validation.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { hasModule } from '../../../../integrations/clouds/terraform/modules.ts'
import { labContent } from '../../../catalogue/labs/index.ts'
import { readState } from '../../../catalogue/revisions/index.ts'
import { findSolvedTest } from '../../../clouds/deployments/index.ts'
import { isChecksumName, keyOfChecksum } from '../../uploads/index.ts'
import type { Lab } from '../model.ts'
import { isLive, type LabItem } from './documents.ts'
import { flagsOf, presentFlags, type RemovedFlags, withoutIds } from './flags.ts'
import { planOf } from './lab-plan.ts'
import * as queries from './queries.ts'
import { revisedLab } from './revised.ts'
import { deleteContent, type Editor, notFound, saveContent } from './save.ts'
import { findStoredLab, isTried, missingInLab, runOf, triedRunOf, writeLab } from './stored-lab.ts'

type NeededDeps = Pick<Deps, 'db' | 'files'>

export async function readLab(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'labRecord'>> {
  const found = await findStoredLab(db, { slug })
  if (!found) throw notFound('labs')
  const { row, item, flags } = found
  const tested_at = await findSolvedTest(db, row.id, triedRunOf(found))
  const { draft, planned } = await readState(db, revisedLab, row.id)
  const mayUpdate = mayCall(operations.saveLab, user)
  return {
    ...item,
    canary: mayUpdate ? item.canary : null,
    extra_fields: item.extra_fields.map((field) => ({
      ...field,
      type: field.type ?? 'text',
      choices: field.choices ?? [],
    })),
    ...presentFlags(item.flags, flags),
    id: slug,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    health: row.health,
    draft,
    planned,
    lessons: await queries.listLessonsWithLab(db, row.id),
    deployments: await queries.countDeploymentsOf(db, row.id),
    simulated_only: !(await hasModule(config.terraform.modules, item.module, item.module_version)),
    tested_at,
    plan: await planOf(db, item),
    missing: await missingInLab(db, item, tested_at !== null || (await isTried(db, found))),
    allowed: allowedAmong({
      update: mayUpdate,
      publish: mayCall(operations.publishLab, user) && (!isLive(item.status) || draft !== null),
      cancel_publication: mayCall(operations.cancelLabPublication, user) && planned !== null,
      discard_draft: mayCall(operations.discardLabDraft, user) && draft !== null,
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
  deleteContent({ db }, by, 'labs', slug, (tx) => findStoredLab(tx, { slug }), labContent.delete)

function labEditor(
  { files }: NeededDeps,
  slug: string,
  edit: Omit<Output<'labEdit'>, 'version'>,
): Editor<LabItem, RemovedFlags> {
  let stored: Awaited<ReturnType<typeof findStoredLab>>
  return {
    kind: 'labs',
    revised: { content: revisedLab, update: labContent.edit },
    async find(tx) {
      stored = await findStoredLab(tx, { slug })
      return stored
    },
    async change(_, before) {
      const {
        walkthrough = before?.item.walkthrough ?? null,
        canary = before?.item.canary ?? null,
        flags: edited,
        ...fields
      } = edit
      const flags = edited
        ? flagsOf(edited, before?.item.flags ?? [], stored?.flags.map(({ flag }) => flag) ?? [])
        : (before?.item.flags ?? [])
      const { slug: _slug, walkthrough: _walkthrough, canary: _canary, sizes, ...old } = before?.item ?? unwritten(slug)
      const parsed = labFile.safeParse({ ...old, ...fields, flags: withoutIds(flags) })
      if (!parsed.success) throw invalidInput(parsed.error)
      const { downloads, extra_fields } = parsed.data
      return {
        ...parsed.data,
        slug,
        walkthrough,
        canary,
        flags,
        extra_fields: extra_fields.map(withoutDefaults),
        sizes: await sizesOf(files, downloads, sizes),
      }
    },
    async missing(tx, _, wanted) {
      return missingInLab(tx, wanted, stored !== undefined && (await isTried(tx, stored, runOf(wanted))))
    },
    write: writeLab,
  }
}

const unwritten = (slug: string) => ({ slug, walkthrough: null, canary: null, sizes: {} as Record<string, number> })

/** Same form as in files: type and choices are omitted if they are the default. */
const withoutDefaults = ({ type, choices, ...field }: Lab['extra_fields'][number]) => ({
  ...field,
  ...(type !== undefined && type !== 'text' && { type }),
  ...(type === 'choice' && choices && { choices }),
})

/** Sizes of all downloads by name. New files must be in the store. */
async function sizesOf(
  files: Deps['files'],
  downloads: Lab['downloads'],
  known: Record<string, number>,
): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const [at, { file }] of downloads.entries()) {
    const bytes = known[file] ?? (isChecksumName(file) ? await files.size(keyOfChecksum(file)) : null)
    if (bytes === null) throw invalidField(`downloads.${at}.file`, 'There is no such file in the store')
    sizes[file] = bytes
  }
  return sizes
}
