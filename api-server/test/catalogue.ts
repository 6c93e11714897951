import type { Db } from '../src/db/open.ts'
import * as tables from '../src/db/schema/index.ts'
import { sellers } from '../src/db/schema/index.ts'
import type { Api } from './app.ts'

const one = <T>([row]: T[]): T => {
  if (!row) throw new Error('An insert returned no row')
  return row
}

/** A published course for €100, with one section of the given lessons. */
export async function makeCourse(
  db: Db,
  slug: string,
  changes: Partial<typeof tables.courses.$inferInsert> = {},
  lessons: { slug: string; required?: boolean }[] = [{ slug: 'first' }, { slug: 'second' }],
) {
  const course = one(
    await db
      .insert(tables.courses)
      .values({
        slug,
        title: `Course ${slug}`,
        level: 'beginner',
        price_amount: 100_00,
        status: 'published',
        ...changes,
      })
      .returning(),
  )
  const section = one(
    await db
      .insert(tables.sections)
      .values({ course_id: course.id, slug: 'start', title: 'Start', position: 0 })
      .returning(),
  )
  for (const [position, { slug: lesson, required = true }] of lessons.entries())
    await db.insert(tables.lessons).values({
      course_id: course.id,
      section_id: section.id,
      slug: lesson,
      title: `Lesson ${lesson}`,
      position,
      kind: 'reading',
      required,
    })
  return course
}

export async function makeBundle(db: Db, slug: string, price: number, courses: { id: string }[]) {
  const bundle = one(
    await db
      .insert(tables.bundles)
      .values({ slug, title: `Bundle ${slug}`, price_amount: price, status: 'published' })
      .returning(),
  )
  for (const [position, { id }] of courses.entries())
    await db.insert(tables.bundleCourses).values({ bundle_id: bundle.id, course_id: id, position })
  return bundle
}

export const makeLab = async (db: Db, slug: string, changes: Partial<typeof tables.labs.$inferInsert> = {}) =>
  one(
    await db
      .insert(tables.labs)
      .values({
        slug,
        title: `Lab ${slug}`,
        difficulty: 'beginner',
        cloud: 'aws',
        price_amount: 20_00,
        module: slug,
        duration_minutes: 60,
        status: 'published',
        ...changes,
      })
      .returning(),
  )

export const makeExam = async (db: Db, slug: string, changes: Partial<typeof tables.exams.$inferInsert> = {}) =>
  one(
    await db
      .insert(tables.exams)
      .values({
        slug,
        title: `Exam ${slug}`,
        cloud: 'aws',
        price_amount: 300_00,
        duration_minutes: 240,
        passing_points: 70,
        module: slug,
        status: 'published',
        ...changes,
      })
      .returning(),
  )

type Gift = Parameters<Api['grantEntitlement']>[0]

/** Grants access like the console: sends the result of the dry run with the second call. */
export async function give(as: Api, { username, entitlementGrant }: Gift) {
  const { reason: _, ...wanted } = entitlementGrant
  const { preview } = await as.grantEntitlement({ username, entitlementGrant: { ...wanted, dry_run: true } })
  return as.grantEntitlement({ username, entitlementGrant: { ...entitlementGrant, preview } })
}

/** Registers a seller in Germany, so that orders have tax and documents. */
export async function makeSeller(db: Db, changes: Partial<typeof sellers.$inferInsert> = {}) {
  await db.insert(sellers).values({
    version: 1,
    facts: {
      name: 'Flagyard Testing GmbH',
      address: 'Hafenstraße 1\n20457 Hamburg',
      country: 'DE',
      tax_id: 'DE136695976',
      iban: 'DE89370400440532013000',
      bic: null,
      email: 'billing@flagyard.example',
      footer: 'Registered at Hamburg, HRB 12345',
    },
    oss_registered: true,
    time_zone: 'Europe/Berlin',
    valid_from: '2020-01-01',
    ...changes,
  })
}
