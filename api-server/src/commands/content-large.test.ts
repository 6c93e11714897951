import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../test/app.ts'
import { openTestPostgres } from '../../test/database.ts'
import { freePort } from '../../test/servers/postgres.ts'
import { runCommand } from '../../test/spawn.ts'
import { hashPassword } from '../areas/platform/auth/passwords/hash.ts'
import { courses, lessons, users } from '../db/schema/index.ts'

const COURSES = 50
const LESSONS = 40
const TIME = 600_000

describe.skipIf(!process.env.LONG)('a catalogue of two thousand lessons (only with LONG=1)', () => {
  const root = mkdtempSync(join(tmpdir(), 'flagyard-large-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  beforeAll(() => writeCatalogue(root))

  test('is imported into a database', { timeout: TIME }, async () => {
    const database = await openTestPostgres()
    const env = {
      INIT_CWD: root,
      DEMO: '0',
      SECRET_KEY: 'a'.repeat(64),
      DATABASE_URL: database.url,
      DATA_DIR: join(root, 'data'),
    }
    await timed('into a database', async () => {
      expect(await runCommand('flagyard', ['content', 'import', '.'], env)).toMatchObject({ code: 0 })
    })
    expect(await database.db.$count(lessons)).toBe(COURSES * LESSONS)
    expect(await database.db.$count(courses)).toBe(COURSES)
    await database.close()
  })

  describe('through a server', () => {
    let app: TestApp
    let url = ''
    beforeAll(async () => {
      const port = await freePort()
      url = `http://127.0.0.1:${port}`
      app = await startTestApp({ config: testConfig({ port, publicUrl: url }) })
      await app.deps.queue.start('all')
      await app.app.listen({ port, host: '127.0.0.1' })
      await app.as('editor', { roles: ['user', 'admin'], capabilities: ['content'] }).getMe()
      const password_hash = await hashPassword('the present long one')
      await app.deps.db.update(users).set({ password_hash }).where(eq(users.username, 'editor'))
    })
    afterAll(async () => {
      await app.deps.queue.stop()
      await app.close()
    })

    test('is imported', { timeout: TIME }, async () => {
      const env = { INIT_CWD: root, FLAGYARD_USERNAME: 'editor', FLAGYARD_PASSWORD: 'the present long one' }
      await timed('through a server', async () => {
        expect(await runCommand('flagyard', ['content', 'import', '.', '--server', url], env)).toMatchObject({
          code: 0,
        })
      })
      expect(await app.deps.db.$count(lessons)).toBe(COURSES * LESSONS)
      expect((await app.asVisitor.listCourses()).length).toBe(COURSES)
    })
  })
})

async function timed(what: string, work: () => Promise<void>) {
  const began = performance.now()
  await work()
  console.log(`${COURSES} courses of ${LESSONS} lessons ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/** One-page lessons, in sections of ten. */
function writeCatalogue(root: string) {
  const text = 'A paragraph about a role that can be assumed, and by whom. '.repeat(50)
  for (let course = 0; course < COURSES; course++) {
    const dir = join(root, 'courses', `course-${course}`)
    const sections: string[] = []
    for (let at = 0; at < LESSONS; at++) {
      const section = `part-${Math.floor(at / 10)}`
      if (at % 10 === 0) {
        mkdirSync(join(dir, section), { recursive: true })
        sections.push(`  - slug: ${section}\n    title: Part ${at / 10 + 1}\n    lessons:\n`)
      }
      sections.push(`      - lesson-${at}\n`)
      const head = `title: Lesson ${at} of course ${course}\nkind: reading\n`
      writeFileSync(join(dir, section, `lesson-${at}.md`), `---\n${head}---\n\n## Lesson ${at}\n\n${text}\n`)
    }
    const details = `title: Course ${course}\nstatus: published\nlevel: beginner\nprice:\n  amount: 0\nsections:\n`
    writeFileSync(join(dir, 'course.yaml'), details + sections.join(''))
  }
}
