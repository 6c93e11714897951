import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, testConfig } from '../../test/app.ts'
import { openTestDatabase } from '../../test/database.ts'
import { openFileStore } from '../integrations/files.ts'
import { createSecrets } from '../secrets.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { fillDemo } from './fill.ts'

const config = testConfig()
let started: TestApp

beforeAll(async () => {
  const database = await openTestDatabase()
  const files = openFileStore(config.dataDir)
  const demo = { ...config, demoPassword: 'the password of the demo' }
  const clock = { now: () => new Date() }
  await fillDemo({ config: demo, db: database.db, clock, secrets: createSecrets(config.secretKey), files })
  started = await startTestApp({ database, config })
})
afterAll(() => started.close())

it('shows a visitor every course of the demo with its lessons and labs counted', async () => {
  const courses = await started.asVisitor.listCourses()
  expect(courses.map(({ slug, lessons, labs }) => [slug, lessons, labs])).toEqual(
    catalogue.courses.map(({ slug, sections }) => [slug, sections.flatMap(({ lessons }) => lessons).length, 2]),
  )
})
