import type { HomeBlock, HomeBlockKind, ShownBlock } from '@flagyard/api-types'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { publishLegalPage } from '../../../../test/legal.ts'
import { audit, courses, exams, labs } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const block = (kind: HomeBlockKind, changes: Partial<HomeBlock> = {}): HomeBlock => ({
  ...{ kind, shown: true, title: '', text: '', courses: [] },
  ...changes,
})
const save = async (blocks: HomeBlock[], version?: number) =>
  app.asAdmin.updateHomePage({
    homePageEdit: { blocks, version: version ?? (await app.asAdmin.getHomePageSettings()).version },
  })
const read = async <K extends HomeBlockKind>(kind: K) =>
  (await app.asVisitor.getHomePage()).blocks.find(
    (shown): shown is Extract<ShownBlock, { kind: K }> => shown.kind === kind,
  )

test('promises nothing while nothing is published', async () => {
  const { blocks } = await app.asVisitor.getHomePage()
  expect(blocks.map(({ kind }) => kind)).toEqual(['hero', 'courses'])
  expect(blocks[0]).toMatchObject({
    free_lesson: false,
    clouds: 0,
    lab: null,
    text: 'The first courses are on their way.',
  })
})

test('its steps, counts and buttons follow from what is on sale', async () => {
  const { db } = app.deps
  const course = await makeCourse(db, 'aws', { certificate_type: 'required' })
  await vi.waitFor(async () =>
    expect((await read('steps'))?.steps.map(({ title }) => title)).toEqual(['Learn the technique', 'Prove it']),
  )
  const lab = await makeLab(db, 'door', { cloud: 'aws', price_amount: 900 })
  const exam = await makeExam(db, 'expert', { bookable: false })
  await vi.waitFor(async () => expect((await read('steps'))?.steps).toHaveLength(4))
  expect((await read('steps'))?.steps[3]?.text).not.toMatch(/exam/)
  await db.update(exams).set({ bookable: true }).where(eq(exams.id, exam.id))
  await vi.waitFor(async () => expect((await read('steps'))?.steps[3]?.text).toMatch(/Then book an exam/))
  expect(await read('hero')).toMatchObject({
    ...{ clouds: 1, lab: { title: lab.title } },
    text: 'Courses, hands-on labs and practical exams for AWS, with certificates anyone can verify.',
  })
  await db.update(courses).set({ certificate_type: null }).where(eq(courses.id, course.id))
  await db.update(labs).set({ status: 'archived' }).where(eq(labs.id, lab.id))
  await db.update(exams).set({ status: 'archived' }).where(eq(exams.id, exam.id))
  await vi.waitFor(async () => expect((await read('hero'))?.text).toBe('Courses.'))
  expect((await read('steps'))?.steps).toHaveLength(1)
})

test('its blocks can be reordered, edited and hidden, with a preview and an audit entry', async () => {
  const blocks = [
    block('text', { title: 'Who we are', text: 'We **teach**.' }),
    block('hero', { title: 'Welcome to Northwind' }),
    block('steps', { shown: false }),
    block('courses', { courses: ['aws'] }),
  ]
  const previewed = await app.asAdmin.previewHomePage({ homePageEdit: { blocks, version: 0 } })
  expect(previewed.blocks.map(({ title }) => title)).toEqual(['Who we are', 'Welcome to Northwind', 'Courses'])
  expect((await app.asVisitor.getHomePage()).blocks[0]?.kind, 'after a preview').toBe('hero')
  expect(await save(blocks)).toMatchObject({ version: 1, blocks, allowed: ['update'] })
  await vi.waitFor(async () => expect(await app.asVisitor.getHomePage()).toEqual(previewed))
  const entries = await app.deps.db.select().from(audit).where(eq(audit.action, 'home_page.update'))
  expect(entries).toMatchObject([{ after: { blocks } }])
})

test('shows the first questions of the page with questions', async () => {
  await save([block('hero'), block('faqs')])
  await vi.waitFor(async () =>
    expect((await app.asVisitor.getHomePage()).blocks.map(({ kind }) => kind)).toEqual(['hero']),
  )
  await publishLegalPage(app, 'faqs', { markdown: '## Labs\n\n### Is it **real**?\n\nYes.\n\n## Buying\n\n### Empty' })
  await vi.waitFor(async () =>
    expect((await read('faqs'))?.questions).toEqual([{ question: 'Is it **real**?', answer: 'Yes.' }]),
  )
})

test('of two changes of the same version, one is refused as stale', async () => {
  const { version } = await app.asAdmin.getHomePageSettings()
  const tries = await Promise.allSettled([save([block('hero')], version), save([block('hero')], version)])
  expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(save([block('hero')], version)).rejects.toMatchObject({ code: 'stale_version' })
})

test('is changed by owners and content administrators only', async () => {
  const withCapability = (name: string, capability: 'content' | 'finance') =>
    app.as(name, { roles: ['user', 'admin'], capabilities: [capability] })
  const homePageEdit = { blocks: [block('hero')], version: 0 }
  const finance = withCapability('fin', 'finance')
  await expect(finance.updateHomePage({ homePageEdit })).rejects.toMatchObject({ status: 403 })
  await expect(finance.previewHomePage({ homePageEdit })).rejects.toMatchObject({ status: 403 })
  expect((await finance.getHomePageSettings()).allowed).toEqual([])
  expect((await withCapability('con', 'content').getHomePageSettings()).allowed).toEqual(['update'])
})

test.each<[string, HomeBlock[]]>([
  ['blocks', []],
  ['blocks', Array(21).fill(block('text', { title: 'T', text: 'x' }))],
  ['blocks.1.kind', [block('hero'), block('hero')]],
  ['blocks.0.title', [block('text', { text: 'x' })]],
  ['blocks.0.text', [block('text', { title: 'T' })]],
  ['blocks.0.title', [block('hero', { title: 'x'.repeat(121) })]],
  ['blocks.0.courses', [block('courses', { courses: ['nothing'] })]],
  ['blocks.0.courses.0', [block('courses', { courses: ['No slug'] })]],
])('a wrong value is refused at %s', async (field, blocks) => {
  await expect(save(blocks)).rejects.toMatchObject({ status: 422, errors: [{ field }] })
})
