import type { Output } from '@flagyard/api-types/contract/operation'
import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { isAmong, type ListSourceOf, sliceOf } from '../../../../db/lists/list-source.ts'
import { contains } from '../../../../db/lists/search.ts'
import type { Db, Tx } from '../../../../db/open.ts'
import {
  bundleCourses,
  bundles,
  contentDraftParts,
  contentRevisions,
  courses,
  deployments,
  examAttempts,
  exams,
  flagSolves,
  flags,
  labs,
  lessons,
  sections,
} from '../../../../db/schema/index.ts'
import { hasId } from '../../../../db/sql.ts'
import { ApiError } from '../../../../errors.ts'

const tables = { labs, exams, bundles }
export type Edited = keyof typeof tables

/** Locks the row until the transaction ends, so that concurrent edits are serialised and the second gets a version conflict. */
export async function lockEdited(tx: Tx, kind: Edited, slug: string): Promise<void> {
  const table = tables[kind]
  await tx.select({ id: table.id }).from(table).where(eq(table.slug, slug)).for('no key update')
}

export async function lockEditedById(tx: Tx, kind: Edited, id: string): Promise<void> {
  const table = tables[kind]
  await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('no key update')
}

type Named = { slug: string } | { id: string }
const isNamed = (table: typeof labs | typeof exams, by: Named) =>
  'id' in by ? eq(table.id, by.id) : eq(table.slug, by.slug)

export async function findLabRow(db: Db, by: Named) {
  const [row] = await db.select().from(labs).where(isNamed(labs, by))
  return row
}

export async function findExamRow(db: Db, by: Named) {
  const [row] = await db
    .select({ exam: exams, course: courses.slug })
    .from(exams)
    .leftJoin(courses, eq(courses.id, exams.course_id))
    .where(isNamed(exams, by))
  return row
}

export async function findBundleRow(db: Db, slug: string) {
  const [row] = await db
    .select({
      bundle: bundles,
      courses: sql<string[]>`array(select c.slug from ${bundleCourses} m join ${courses} c on c.id = m.course_id
        where m.bundle_id = ${bundles}.id order by m.position)`,
    })
    .from(bundles)
    .where(eq(bundles.slug, slug))
  return row
}

/** Flags of a lab or exam, including archived ones, with the number of people who solved each. */
export const listFlagsOf = (db: Db, owner: { lab_id: string } | { exam_id: string }) =>
  db
    .select({
      flag: flags,
      solved_by: sql<number>`(select count(distinct s.user_id)::int from ${flagSolves} s where s.flag_id = ${flags}.id)`,
    })
    .from(flags)
    .where('lab_id' in owner ? eq(flags.lab_id, owner.lab_id) : eq(flags.exam_id, owner.exam_id))
    .orderBy(asc(flags.position), asc(flags.title))

export const listLessonsWithLab = (db: Db, labId: string) =>
  db
    .select({ course: courses.slug, section: sections.slug, lesson: lessons.slug, title: lessons.title })
    .from(lessons)
    .innerJoin(sections, eq(sections.id, lessons.section_id))
    .innerJoin(courses, eq(courses.id, lessons.course_id))
    .where(and(eq(lessons.lab_id, labId), isNull(lessons.archived_at)))
    .orderBy(asc(courses.slug), asc(sections.position), asc(lessons.position))

/** Number of learners' deployments. Test runs of authors do not count. */
export async function countDeploymentsOf(db: Db, labId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(deployments)
    .where(and(eq(deployments.lab_id, labId), isNull(deployments.test)))
  return row?.count ?? 0
}

export async function countAttemptsTaken(db: Db, examId: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(examAttempts)
    .where(and(eq(examAttempts.exam_id, examId), isNotNull(examAttempts.started_at)))
  return row?.count ?? 0
}

export const listCoursesBySlug = (db: Db, slugs: string[]) =>
  slugs.length === 0
    ? Promise.resolve([])
    : db
        .select({ id: courses.id, slug: courses.slug, status: courses.status })
        .from(courses)
        .where(inArray(courses.slug, slugs))

/** The lab or exam that a flag belongs to, including flags that exist only in a draft. */
export async function findOwnerOfFlag(db: Db, id: string) {
  const [live] = await db
    .select({ lab_id: flags.lab_id, exam_id: flags.exam_id })
    .from(flags)
    .where(hasId(flags.id, id))
  if (live?.lab_id) return { kind: 'labs' as const, id: live.lab_id }
  if (live?.exam_id) return { kind: 'exams' as const, id: live.exam_id }
  const [drafted] = await db
    .select({ kind: contentDraftParts.kind, id: contentDraftParts.item_id })
    .from(contentDraftParts)
    .where(
      and(
        inArray(contentDraftParts.kind, ['labs', 'exams']),
        sql`${contentDraftParts.document} -> 'flags' @> ${JSON.stringify([{ id }])}::jsonb`,
      ),
    )
  return drafted && { kind: drafted.kind === 'labs' ? ('labs' as const) : ('exams' as const), id: drafted.id }
}

/** Restricts the list to revisions of the lab or exam in the path. */
export const revisionsOf =
  (kind: 'labs' | 'exams') =>
  async (db: Db, { slug = '' }: Record<string, string>): Promise<SQL> => {
    const row = kind === 'labs' ? await findLabRow(db, { slug }) : (await findExamRow(db, { slug }))?.exam
    if (!row) throw new ApiError('not_found', `There is no such ${kind === 'labs' ? 'lab' : 'exam'}.`)
    return sql`${contentRevisions.kind} = ${kind} and ${contentRevisions.item_id} = ${row.id}`
  }

export const bundleSource = {
  table: bundles,
  id: sql`${bundles.slug}`,
  where: matching,
  keys: {
    title: [sql`${bundles.title}`, sql`${bundles.slug}`],
    slug: [sql`${bundles.slug}`],
    status: [sql`${bundles.status}`, sql`${bundles.slug}`],
    price: [sql`${bundles.price_amount}`, sql`${bundles.slug}`],
    updated_at: [sql`${bundles.updated_at}`, sql`${bundles.slug}`],
  },
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: bundles.slug,
          slug: bundles.slug,
          title: bundles.title,
          status: bundles.status,
          price: { amount: bundles.price_amount, currency: bundles.price_currency },
          courses: sql<number>`(select count(*)::int from bundle_courses m where m.bundle_id = "bundles"."id")`,
          sold: sql<number>`(select coalesce(sum(o.quantity), 0)::int from orders o
          where o.target_id = "bundles"."id" and o.paid_at is not null)`,
          updated_at: bundles.updated_at,
          ...slice.cursor,
        })
        .from(bundles),
      slice,
    ),
} satisfies ListSourceOf<'listBundlesForAdmin'>

function matching(filter: Output<'bundleFilter'>): SQL | undefined {
  return and(
    filter.id && isAmong(bundles.slug, filter.id),
    contains(sql`${bundles.slug} || ' ' || ${bundles.title}`, filter.q),
    filter.status && eq(bundles.status, filter.status),
  )
}
