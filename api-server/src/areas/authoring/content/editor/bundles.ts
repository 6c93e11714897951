import { operations } from '@flagyard/api-types'
import { bundleFile } from '@flagyard/api-types/content/files'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import type { Db } from '../../../../db/open.ts'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { invalidInput } from '../../../../http/validation.ts'
import type { AuditActor, CurrentUser } from '../../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../../identity/require-access.ts'
import { courseContent } from '../../../catalogue/courses/index.ts'
import { bundleColumns } from '../columns.ts'
import type { Bundle } from '../model.ts'
import { assertBundlesInOneCurrency } from '../queries.ts'
import { bundleOf } from '../stored.ts'
import * as queries from './queries.ts'
import { deleteContent, type Editor, notFound, saveContent } from './save.ts'

type NeededDeps = Pick<Deps, 'db'>

export async function readBundle(
  { db }: NeededDeps,
  user: CurrentUser,
  slug: string,
): Promise<Accepted<'bundleRecord'>> {
  const found = await findStored(db, slug)
  if (!found) throw notFound('bundles')
  const { row, item } = found
  return {
    ...item,
    id: slug,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    missing: await listMissing(db, item),
    allowed: allowedAmong({
      update: mayCall(operations.saveBundle, user),
      delete: mayCall(operations.deleteBundle, user),
      test: false,
    }),
  }
}

export const saveBundle = async (
  deps: NeededDeps,
  by: AuditActor,
  slug: string,
  { version, ...edit }: Output<'bundleEdit'>,
): Promise<void> => saveContent(deps, by, { slug, version }, bundleEditor(slug, edit))

export const deleteBundle = (deps: NeededDeps, by: AuditActor, slug: string) =>
  deleteContent(deps, by, 'bundles', slug, (tx) => findStored(tx, slug), courseContent.bundles.delete)

async function findStored(db: Db, slug: string) {
  const found = await queries.findBundleRow(db, slug)
  if (!found) return undefined
  const { bundle: row, courses } = found
  return { id: row.id, version: row.version, item: bundleOf(row, courses), row }
}

const bundleEditor = (slug: string, edit: Omit<Output<'bundleEdit'>, 'version'>): Editor<Bundle, void> => ({
  kind: 'bundles',
  find: (tx) => findStored(tx, slug),
  async change(_, before) {
    const { slug: _slug, ...old } = before?.item ?? { slug }
    const parsed = bundleFile.safeParse({ ...old, ...edit })
    if (!parsed.success) throw invalidInput(parsed.error)
    const twice = parsed.data.courses.findIndex((course, at, all) => all.indexOf(course) !== at)
    if (twice >= 0) throw invalidField(`courses.${twice}`, 'This course is in the bundle already')
    return { slug, ...parsed.data }
  },
  missing: (tx, _, wanted) => listMissing(tx, wanted),
  async write(tx, id, wanted) {
    const known = await queries.listCoursesBySlug(tx, wanted.courses)
    const ids = wanted.courses.map((slug, at) => {
      const course = known.find((one) => one.slug === slug)
      if (!course) throw invalidField(`courses.${at}`, `There is no course called ${slug}`)
      return course.id
    })
    await courseContent.bundles.save(tx, [{ ...bundleColumns(wanted), id, courses: ids }])
    await assertBundlesInOneCurrency(tx, { bundle: id })
  },
})

async function listMissing(db: Db, { courses }: Bundle) {
  if (courses.length === 0) return [{ field: 'courses', message: 'Add at least one course.' }]
  const known = await queries.listCoursesBySlug(db, courses)
  return courses.flatMap((slug, at) =>
    known.some((course) => course.slug === slug && course.status !== 'published')
      ? [{ field: `courses.${at}`, message: `The course ${slug} is not published.` }]
      : [],
  )
}
