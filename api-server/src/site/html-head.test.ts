import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeExam, makeLab } from '../../test/catalogue.ts'
import type { Deps } from '../deps.ts'
import { createLog } from '../log.ts'
import { renderPage } from './html-head.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagyard-pages-'))
let app: TestApp
beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<head><meta name="vat" content="" /><title>Flagyard</title></head><div id="root"></div>',
  )
  const shared = { scripts: ['assets/shared.js'], styles: ['assets/shared.css'] }
  const parts = {
    SigninPage: { ...shared, scripts: ['assets/signin.js', 'assets/shared.js'] },
    QueryClientRoot: shared,
    ClassroomPage: { scripts: ['assets/classroom.js'], styles: [] },
  }
  writeFileSync(join(folder, 'screen-files.json'), JSON.stringify(parts))
  app = await startTestApp()
  await app.asAdmin.createBanner({ bannerInput: { content: 'We are at the conference' } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A page from a server with this database behaviour, and its log entries. */
async function signin(listen: Deps['listen'] = app.deps.listen) {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
  // Caches belong to a database object; this one is new and has none.
  const db = Object.create(app.deps.db) as Deps['db']
  const { html, status } = await renderPage({ ...app.deps, db, listen, log }, folder, '/signin')
  const data = /<script type="application\/json" id="first-data">(.*)<\/script>/.exec(html)?.[1]
  return { status, title: /<title>(.*)<\/title>/.exec(html)?.[1], data: JSON.parse(data ?? ''), lines }
}

test('a page contains the current banners', async () => {
  const { data, lines } = await signin()
  expect(data).toEqual([['listBanners', {}, [expect.objectContaining({ content: 'We are at the conference' })]]])
  expect(lines).toEqual([])
})

test.each([
  ['refuses', () => Promise.reject(Object.assign(new Error('flagyard@10.0.0.7 refused'), { code: 'ECONNREFUSED' }))],
  ['says nothing', () => new Promise<never>(() => undefined)],
])('where the database %s, a plain page comes whole without them, and the log says so once', async (_, listen) => {
  const { status, title, data, lines } = await signin(listen)
  expect([status, title, data]).toEqual([200, 'Sign in · Flagyard', []])
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, reason: expect.stringMatching(/^(ECONNREFUSED|late)$/) })
  expect(lines[0]).not.toContain('10.0.0.7')
})

test('pages mention included VAT once there is a seller', async () => {
  const vatOf = async (path: string) =>
    /<meta name="vat" content="(.*?)">/.exec((await renderPage(app.deps, folder, path)).html)?.[1]
  expect(await vatOf('/courses')).toBe('')
  const day = new Date().toISOString().slice(0, 10)
  const facts = { name: 'Flagyard Testing GmbH', address: 'Hafenstraße 1', country: 'DE', tax_id: null, iban: null }
  const settings = { oss_registered: false, time_zone: 'UTC', valid_from: day }
  await app.asAdmin.updateSeller({
    sellerInput: { version: 0, ...facts, bic: null, email: 'billing@flagyard.example', footer: '', ...settings },
  })
  await expect.poll(() => vatOf('/courses')).toBe('included')
  for (const path of ['/courses', '/dashboard']) expect(await vatOf(path)).toBe('included')
})

test('a page preloads the code of its screen, each file once', async () => {
  const { html } = await renderPage(app.deps, folder, '/signin')
  expect(html).toContain(
    '<link rel="preload" as="style" crossorigin href="/assets/shared.css">' +
      '<link rel="modulepreload" crossorigin href="/assets/signin.js"><link rel="modulepreload" crossorigin href="/assets/shared.js"></head>',
  )
})

test('the classroom preloads its code although it is not a public page', async () => {
  const { html, status } = await renderPage(app.deps, folder, '/classroom/aws')
  expect(status).toBe(200)
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/classroom.js">')
})

test.each(['learner-web', 'admin-console'])('errors of %s are reported where the configuration says', async (name) => {
  const source = join(import.meta.dirname, '../../..', name)
  const config = { ...app.deps.config, sentryDsn: 'https://key@sentry.example/1' }
  const { html } = await renderPage({ ...app.deps, config }, source, null)
  expect(html).toContain('<meta name="sentry-dsn" content="https://key@sentry.example/1">')
})

test('a lab and an exam have their own address, title and description', async () => {
  const { db } = app.deps
  await makeLab(db, 'talkative', { title: 'A talkative instance', description: 'It **tells** too much.\n\nMore.' })
  await makeLab(db, 'draft', { status: 'draft' })
  await makeExam(db, 'expert', { title: 'Expert' })
  const head = async (query: string) => {
    const { html, status } = await renderPage(app.deps, folder, '/courses', query)
    return { html, status }
  }
  const lab = await head('lab=talkative')
  expect(lab.status).toBe(200)
  expect(lab.html).toContain('<title>A talkative instance · Flagyard</title>')
  expect(lab.html).toContain('content="It tells too much."')
  expect(lab.html).toContain(`<meta property="og:url" content="${app.deps.config.publicUrl}/courses?lab=talkative">`)
  expect(lab.html).toContain('["getLab",{"slug":"talkative"}')
  expect(lab.html).not.toContain('"module"')
  expect((await head('exam=expert')).html).toContain('<title>Expert · Flagyard</title>')
  for (const query of ['lab=draft', 'lab=nothing', 'exam=nothing']) {
    const missing = await head(query)
    expect(missing.status).toBe(404)
    expect(missing.html).toContain('<title>Not found · Flagyard</title>')
    expect(missing.html).not.toContain('rel="canonical"')
  }
  expect((await head('type=labs')).html).toContain('<title>Courses, labs and exams · Flagyard</title>')
})
