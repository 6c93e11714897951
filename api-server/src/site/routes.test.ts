import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../test/catalogue.ts'
import { publishLegalPage } from '../../test/legal.ts'
import { type App, buildApp } from '../app.ts'
import { findCourse } from '../areas/catalogue/courses/queries.ts'
import { courses, lessons, sections } from '../db/schema/index.ts'
import { pathNotFound, sendProblem } from '../http/problems.ts'
import { renderPage } from './html-head.ts'
import { serveForCrawlers } from './routes.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagyard-site-'))
let app: TestApp
let site: App
beforeAll(async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<meta name="offers" content="" /><title>Flagyard</title><div id="root"></div>',
  )
  writeFileSync(join(folder, 'screen-files.json'), '{}')
  app = await startTestApp()
  const roles = { title: 'Roles & <keys>', subtitle: 'Who may do what', price_amount: 24_900 }
  await makeCourse(app.deps.db, 'roles', roles)
  await makeCourse(app.deps.db, 'drafted', { status: 'draft' })
  await makeLab(app.deps.db, 'vault', { title: 'A vault', description: 'It *opens*.', price_amount: 5900 })
  await makeLab(app.deps.db, 'drafted-lab', { status: 'draft', price_amount: 5900 })
  await makeExam(app.deps.db, 'expert', { title: 'Expert', price_amount: 19_900, bookable: true })
  await makeExam(app.deps.db, 'soon', { title: 'Soon', bookable: false })
  await makeExam(app.deps.db, 'drafted-exam', { status: 'draft' })
  site = await buildApp(app.deps, async (server, deps) => {
    serveForCrawlers(server, deps)
    return (request, reply) => sendProblem(reply, pathNotFound(request))
  })
})
afterAll(async () => {
  await site.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = (url: string) => site.inject({ url })
const headOf = async (address: string) => {
  const [path = '', query] = address.split('?')
  return (await renderPage(app.deps, folder, path, query)).html
}
const markupOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(html)?.[1] ?? '')
const contentOf = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)"`).exec(html)?.[1]

test('robots.txt closes the API, the console and the rooms, and names the sitemap', async () => {
  const { statusCode, body, headers } = await get('/robots.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  for (const path of ['/api/', '/admin', '/classroom/', '/examroom/', '/checkout/'])
    expect(body).toContain(`Disallow: ${path}\n`)
  expect(body).not.toMatch(/Disallow: \/(courses|certificates)?\n/)
  expect(body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
})

test('security.txt has a contact and an expiry, as RFC 9116 requires', async () => {
  const { statusCode, body, headers } = await get('/.well-known/security.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toMatch(/^Contact: mailto:\S+@\S+\n/)
  expect(body).toContain('\nCanonical: http://localhost:3000/.well-known/security.txt\n')
  const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(body)?.[1] ?? '')
  expect(expires).toBeGreaterThan(app.deps.clock.now().getTime())
  expect(expires).toBeLessThan(app.deps.clock.now().getTime() + 365 * 86_400_000)
})

test('the text of a course, a lab and the catalogue can be read without JavaScript', async () => {
  const course = await findCourse(app.deps.db, 'roles')
  const [section] = await app.deps.db
    .insert(sections)
    .values({ course_id: course.id, slug: 'trust', title: 'Who trusts whom', position: 1 })
    .returning()
  await app.deps.db.insert(lessons).values({
    course_id: course.id,
    section_id: section!.id,
    slug: 'guards',
    title: 'Metadata & its guards',
    position: 1,
    kind: 'reading',
  })
  const textOf = async (address: string) => /<main class="wrap page-text">.*<\/main>/.exec(await headOf(address))?.[0]
  const text = await textOf('/courses/roles')
  expect(text).toContain('<h1>Roles &#38; &#60;keys&#62;</h1><p>Who may do what</p>')
  for (const part of ['<h2>Who trusts whom</h2>', '<li>Metadata &#38; its guards</li>', '€249', 'href="/bundles"'])
    expect(text).toContain(part)
  expect(await textOf('/courses?lab=vault')).toContain('<p>It opens.</p>')
  expect(await textOf('/')).toContain('<a href="/courses/roles">Roles &#38; &#60;keys&#62;')
  for (const path of ['/labs', '/exams', '/courses', '/bundles']) expect(await textOf(path)).toContain('<h1>')
  expect(await textOf('/exams')).toContain('Expert')
  expect(await textOf('/signin')).toBeUndefined()
})

test('the sitemap lists public pages and published content, but no drafts', async () => {
  const { statusCode, body, headers } = await get('/sitemap.xml')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  for (const path of [
    '/',
    '/courses',
    '/labs',
    '/exams',
    '/bundles',
    '/courses/roles',
    '/courses?lab=vault',
    '/courses?exam=expert',
  ])
    expect(body).toContain(`<loc>http://localhost:3000${path}</loc>`)
  expect(body).not.toContain('drafted')
  expect(body).not.toContain('/admin')
})

test.each(['/courses/roles', '/course/roles', '/courses/roles/'])(
  'a course at %s has its canonical address, picture and price',
  async (path) => {
    const html = await headOf(path)
    expect(html).toContain('<link rel="canonical" href="http://localhost:3000/courses/roles">')
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image')
    expect(contentOf(html, 'og:image')).toMatch(/^http:\/\/localhost:3000\/previews\/courses\/roles\.png\?v=[\w-]{16}$/)
    expect(markupOf(html)).toMatchObject({
      '@type': 'Course',
      name: 'Roles & <keys>',
      description: 'Who may do what',
      provider: { name: 'Flagyard' },
      offers: { price: '249.00', priceCurrency: 'EUR' },
    })
  },
)

test.each([
  ['/courses?lab=vault&cloud=aws', '/courses?lab=vault', 'A vault', '59.00'],
  ['/courses?type=exams&exam=expert', '/courses?exam=expert', 'Expert', '199.00'],
])('a lab or exam at %s has its canonical address, picture and price', async (opened, address, name, price) => {
  const html = await headOf(opened)
  const url = `http://localhost:3000${address}`
  expect(html).toContain(`<link rel="canonical" href="${url}">`)
  expect(contentOf(html, 'og:image')).toContain('/previews/courses.png?')
  expect(markupOf(html)).toMatchObject({
    '@type': 'Product',
    name,
    url,
    offers: { price, priceCurrency: 'EUR', url },
  })
})

test('a legal page has its text and links without JavaScript, and no address while it is not published', async () => {
  const missing = await renderPage(app.deps, folder, '/terms')
  expect([missing.status, missing.html]).toEqual([404, expect.not.stringContaining('rel="canonical"')])
  expect((await get('/sitemap.xml')).body).not.toContain('/terms')
  expect(missing.html).toContain('<meta name="offers" content="">')
  const markdown =
    '## Labs <b>\n\nStay **inside**. See [privacy](/privacy), not [this](javascript:alert(1)).\n\n- One\n- Two'
  await publishLegalPage(app, 'terms', { markdown })
  const html = await headOf('/terms')
  for (const part of [
    ...['<h2>Labs &#60;b&#62;</h2>', '<p>Stay inside. See <a href="/privacy">privacy</a>,', '<p>One</p><p>Two</p>'],
    ...['<link rel="canonical" href="http://localhost:3000/terms">', '<meta name="offers" content="terms">'],
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('href="javascript')
  expect((await get('/sitemap.xml')).body).toContain('<loc>http://localhost:3000/terms</loc>')
  await publishLegalPage(app, 'terms', { markdown: 'Shorter.' })
  const old = await renderPage(app.deps, folder, '/terms', 'version=1')
  expect(old.html).toContain('Stay inside.')
  expect(old.html).toContain('<link rel="canonical" href="http://localhost:3000/terms?version=1">')
  expect((await renderPage(app.deps, folder, '/terms', 'version=9')).status).toBe(404)
})

test('/accessibility has its complete text without JavaScript', async () => {
  const html = await headOf('/accessibility')
  for (const text of ['2.1.1 Keyboard: Met.', '1.2.5 Audio Description (Prerecorded): Not met.'])
    expect(html).toContain(text)
})

test('the OpenACR file of the accessibility statement is downloaded', async () => {
  const { statusCode, body, headers } = await get('/accessibility/openacr.yaml')
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/yaml; charset=utf-8'])
  expect(headers['content-disposition']).toBe('attachment; filename="openacr.yaml"')
  expect(body).toContain('catalog: 2.5-edition-wcag-2.2-en')
})

test('does not offer an exam that cannot be booked yet', async () => {
  expect(markupOf(await headOf('/courses?exam=soon'))).not.toHaveProperty('offers')
})

test.each(['/', '/courses', '/bundles', '/courses/roles'])(
  'the preview picture of %s is a PNG of at most 150 kB, cached permanently under its version',
  async (path) => {
    const html = await headOf(path)
    const image = contentOf(html, 'og:image')?.replace('http://localhost:3000', '') ?? ''
    const { statusCode, headers, rawPayload } = await get(image)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    expect(rawPayload.length).toBeLessThanOrEqual(150_000)
    expect((await get(image.replace(/v=.*/, 'v=older'))).headers['cache-control']).toBe('public, max-age=300')
  },
)

test('a changed title changes the address of its picture', async () => {
  const { id } = await makeCourse(app.deps.db, 'changing', { title: 'Before' })
  const before = contentOf(await headOf('/courses/changing'), 'og:image')
  await app.deps.db.update(courses).set({ title: 'After' }).where(eq(courses.id, id))
  await expect.poll(async () => contentOf(await headOf('/courses/changing'), 'og:image')).not.toBe(before)
})

test.each([
  '/previews/courses/drafted.png',
  '/previews/dashboard.png',
  '/previews/certificates/FY-NO.png',
  '/previews/x',
])('there is no picture at %s', async (path) => expect((await get(path)).statusCode).toBe(404))
