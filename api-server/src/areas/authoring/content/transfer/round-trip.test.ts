import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../../../test/database.ts'
import { anyContent } from '../../../../../test/fixtures/random-content.ts'
import type { OpenedDatabase } from '../../../../db/open.ts'
import * as tables from '../../../../db/schema/index.ts'
import { defaultFileLimits } from '../../../../file-limits.ts'
import type { FileStore } from '../../../../integrations/files.ts'
import { folderOf } from '../files/folder.ts'
import { readContent } from '../files/read.ts'
import { writeContent } from '../files/write.ts'
import { type Content, labMinutes, lessonsOf, withoutDurations } from '../model.ts'

import { type ContentRows, listContentRows } from '../queries.ts'
import { contentOf } from '../stored.ts'
import { importContent } from './import.ts'

const many = process.env.LONG ? 2000 : 25
/** On a database each run takes seconds, and a failure needs no smaller example. */
const few = { numRuns: process.env.LONG ? 150 : 3, endOnFailure: true }

it('written content is read back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(anyContent, async (content) => {
      const { content: read, problems } = await readContent(folderOf(writeContent(content)))
      expect(problems).toEqual([])
      expect(sorted(read)).toEqual(sorted(content))
    }),
    { numRuns: many },
  )
})

const TIME = process.env.LONG ? 3_600_000 : 180_000

describe('random catalogues in a database', () => {
  let one: OpenedDatabase
  let other: OpenedDatabase
  beforeAll(async () => {
    one = await openTestDatabase()
    other = await openTestDatabase()
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  it(
    'are exported unchanged, imported into equal rows elsewhere, and a second import has nothing to do',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyContent, async (content) => {
          for (const database of [one, other]) await empty(database)
          const texts = writeContent(content)
          await bring(one, texts)
          const exported = await textsOf(one)
          expect(exported).toEqual(normalized(content))
          expect((await bring(one, texts)).applied).toEqual([])
          expect((await bring(one, exported)).applied).toEqual([])
          await bring(other, exported)
          expect(await rowsOf(other)).toEqual(await rowsOf(one))
        }),
        few,
      )
    },
    TIME,
  )

  it(
    'can change into any other catalogue, while lessons keep their ids and learners their progress',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyContent, { minLength: 2, maxLength: 3 }), async (versions) => {
          await empty(one)
          const learner = await makeLearner(one)
          let progress = 0
          for (const content of versions) {
            const before = await listContentRows(one.db)
            await bring(one, writeContent(content), true)
            const after = await listContentRows(one.db)
            const was = idsByPlace(before)
            for (const [place, id] of idsByPlace(after)) expect(was.get(place) ?? id, place).toBe(id)
            const exported = await textsOf(one)
            for (const [path, text] of normalized(content)) expect(exported.get(path), path).toBe(text)
            for (const { slug } of content.courses) {
              const own = (paths: Iterable<string>) => [...paths].filter((path) => path.startsWith(`courses/${slug}/`))
              expect(own(exported.keys())).toEqual(own(normalized(content).keys()))
            }
            expect(await one.db.$count(tables.lessonProgress)).toBe(progress)
            for (const { id, course_id } of after.lessons)
              await one.db
                .insert(tables.lessonProgress)
                .values({ user_id: learner, lesson_id: id, course_id })
                .onConflictDoNothing()
            progress = await one.db.$count(tables.lessonProgress)
          }
        }),
        few,
      )
    },
    TIME,
  )
})

const noFiles = { size: async () => null } as unknown as FileStore

async function bring(database: OpenedDatabase, texts: Map<string, string>, prune = false) {
  const report = await importContent(
    { db: database.db, files: noFiles, config: { fileLimits: defaultFileLimits } },
    folderOf(texts),
    {
      actor: 'command line',
      prune,
    },
  )
  expect(report.refused).toEqual([])
  return report
}

/** Content of an export with secrets. */
async function textsOf({ db }: OpenedDatabase): Promise<Map<string, string>> {
  const content = contentOf(await listContentRows(db), (key) => key)
  return writeContent(plain(content))
}

function plain(content: Content): Content {
  const minutes = labMinutes(content.labs)
  return { ...content, courses: content.courses.map((course) => withoutDurations(course, minutes)) }
}

/** As exported: without computed numbers, and with a currency only if something is sold. */
const normalized = (content: Content) => writeContent(plain(content))

const sorted = (content: Content) =>
  Object.fromEntries(
    Object.entries(content).map(([kind, items]) => [
      kind,
      [...(items as { slug: string }[])].sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    ]),
  )

/** Rows without the columns that differ between databases. */
async function rowsOf({ db }: OpenedDatabase) {
  const strip = (row: object) => Object.entries(row).filter(([key]) => !/(^|_)id$|_at$|^version$/.test(key))
  return Object.entries(await listContentRows(db)).map(([kind, rows]) => [
    kind,
    rows.map((row) => JSON.stringify(strip(row))).sort(),
  ])
}

function idsByPlace({ courses, sections, lessons }: ContentRows): Map<string, string> {
  const slugs = new Map([...courses, ...sections].map(({ id, slug }) => [id, slug]))
  return new Map(lessons.map((row) => [`${slugs.get(row.course_id)}/${slugs.get(row.section_id)}/${row.slug}`, row.id]))
}

async function empty({ db }: OpenedDatabase): Promise<void> {
  for (const table of [
    tables.exams,
    tables.bundles,
    tables.lessonProgress,
    tables.courses,
    tables.labs,
    tables.feedbackForms,
    tables.users,
  ])
    await db.delete(table)
}

async function makeLearner({ db }: OpenedDatabase): Promise<string> {
  const account = { username: 'lea', email: 'lea@mail.example', password_hash: 'x', full_name: 'Lea' }
  const [row] = await db.insert(tables.users).values(account).returning({ id: tables.users.id })
  return row!.id
}

it('random catalogues contain lessons, labs and flags', () => {
  const sample = fc.sample(anyContent, 50)
  expect(sample.flatMap(({ courses }) => courses.flatMap(lessonsOf)).length).toBeGreaterThan(50)
  expect(sample.flatMap(({ labs }) => labs.flatMap(({ flags }) => flags)).length).toBeGreaterThan(50)
})
