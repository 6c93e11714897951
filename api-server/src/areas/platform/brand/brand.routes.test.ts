import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '@flagyard/api-types'
import { Resvg } from '@resvg/resvg-js'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { quickHash, startTestApp, type TestApp, testConfig } from '../../../../test/app.ts'
import { makeCourse, makeExam, makeLab } from '../../../../test/catalogue.ts'
import { describeOnPostgres, openTestPostgres } from '../../../../test/database.ts'
import { sampleCertificate, sampleInvoice } from '../../../../test/fixtures/documents.ts'
import { pdfText } from '../../../../test/fixtures/pdf-text.ts'
import { startMailServer } from '../../../../test/servers/mail-server.ts'
import { freePort } from '../../../../test/servers/postgres.ts'
import { startChild } from '../../../../test/spawn.ts'
import { brand, flagyard, setBrand } from '../../../brand.ts'
import { audit, outbox, users } from '../../../db/schema/index.ts'
import { createMailer } from '../../../integrations/mail.ts'
import { renderMail } from '../../../mail/message.ts'
import { serverFolder } from '../../../server-folder.ts'
import { renderPage } from '../../../site/html-head.ts'
import { openAcr } from '../../../site/openacr.ts'
import { drawCard } from '../../../site/preview-card.ts'
import { renderCertificate } from '../../certification/certificates/pdf.ts'
import { renderDocument } from '../../commerce/orders/documents/pdf.ts'
import { calendarFile } from '../../training/exam-attempts/booking/calendar.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Edit = Parameters<TestApp['asAdmin']['updateBrand']>[0]['brandEdit']
const northwind: Omit<Edit, 'version'> = {
  name: 'Northwind Academy',
  mail_sender_name: 'Northwind',
  support_address: 'help@northwind.example',
  accent_light: '#0b5cad',
  accent_dark: '#7cc4ff',
  social_links: ['https://www.video.example/@northwind'],
  powered_by_shown: false,
}
const save = async (changes: Partial<Edit> = {}, client = app.asAdmin) =>
  client.updateBrand({ brandEdit: { ...northwind, version: (await app.asAdmin.getBrand()).version, ...changes } })

const svgUrl = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
const shape = '<path d="M0 0h9v9z" fill="#0b5cad"/>'
const svgWith = (inside: string, attributes = '') =>
  svgUrl(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"${attributes}>${inside}</svg>`)
const png = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${shape}</svg>`).render().asPng()
const pngUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

describe('settings', () => {
  test('are those of Flagyard until an owner saves others, which are audited', async () => {
    expect(await app.asAdmin.getBrand()).toMatchObject({ name: 'Flagyard', version: 0, logo_light: null })
    const saved = await save({ name: '  Northwind Academie\u0301 ' })
    expect(saved).toMatchObject({ ...northwind, name: 'Northwind Academié', version: 1, allowed: ['update'] })
    expect(brand().name).toBe('Northwind Academié')
    const entries = await app.deps.db.select().from(audit).where(eq(audit.action, 'brand.update'))
    expect(entries).toMatchObject([{ before: { name: 'Flagyard' }, after: { name: 'Northwind Academié' } }])
  })

  test('of two changes of the same version, the second is refused as stale', async () => {
    const { version } = await app.asAdmin.getBrand()
    const tries = await Promise.allSettled([save({ version }), save({ version })])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'stale_version' } })
    await expect(save({ version: 0 })).rejects.toMatchObject({ code: 'stale_version', status: 409 })
  })

  test('only owners change them', async () => {
    const others = app.as('no-owner', { roles: ['user', 'admin'], capabilities: ['content', 'finance', 'support'] })
    await expect(save({}, others)).rejects.toMatchObject({ status: 403 })
    expect((await others.getBrand()).allowed).toEqual([])
  })

  test.each<[string, Partial<Edit>, RegExp | undefined]>([
    ['name', { name: ' ' }, undefined],
    ['name', { name: 'x'.repeat(61) }, undefined],
    ['support_address', { support_address: 'help' }, undefined],
    ['accent_light', { accent_light: 'blue' }, /#0b5fff/],
    ['accent_light', { accent_light: '#7cc4ff' }, /light theme is only 1\.\d\d:1/],
    ['accent_dark', { accent_dark: '#0b5cad' }, /dark theme is only 2\.\d\d:1/],
    ['social_links.0', { social_links: ['http://video.example/'] }, /https/],
    ['social_links', { social_links: Array(9).fill('https://a.example/') }, /at most 8/],
    ['logo_light', { logo_light: 'data:image/gif;base64,R0lGOD' }, /PNG or SVG/],
    ['logo_light', { logo_light: pngUrl(Buffer.alloc(201_000, 1)) }, /200 kB/],
    ['logo_light', { logo_light: pngUrl(Buffer.from('not a picture at all, only a text')) }, /not a PNG/],
    ['logo_light', { logo_light: pngUrl(png.subarray(0, 60)) }, /damaged/],
    ['favicon', { favicon: svgWith('') }, /empty/],
    ['share_picture', { share_picture: svgWith(shape) }, /PNG/],
  ])('a wrong %s is refused at its field', async (field, changes, message = /./) => {
    const error = await save(changes).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'invalid', errors: [{ field, message: expect.stringMatching(message) }] })
  })

  test('a PNG that would need much memory is refused before it is decoded', async () => {
    const huge = Buffer.from(png)
    huge.writeUInt32BE(60_000, 16)
    await expect(save({ logo_light: pngUrl(huge) })).rejects.toMatchObject({ errors: [{ field: 'logo_light' }] })
  })
})

describe('an SVG', () => {
  test.each<[string, string]>([
    ['a script', svgWith(`${shape}<script>alert(1)</script>`)],
    ['an event', svgWith('<path d="M0 0h9v9z" onload="alert(1)"/>')],
    ['HTML', svgWith('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
    ['another picture', svgWith('<image href="https://evil.example/a.png"/>')],
    ['a link', svgWith(`<a href="https://evil.example">${shape}</a>`)],
    ['an animation', svgWith('<set attributeName="href" to="javascript:alert(1)"/>')],
    ['a fill of another site', svgWith('<path d="M0 0h9v9z" fill="url(https://evil.example/#a)"/>')],
    ['a style of another site', svgWith('<style>@import "https://evil.example/a.css";</style>')],
    ['an escaped style', svgWith(`<style>path{fill:u\\72l(//evil.example)}</style>${shape}`)],
    ['a style split by a comment', svgWith(`<style>path{fill:ur<!-- -->l(//evil.example)}</style>${shape}`)],
    ['an encoded reference', svgWith('<path d="M0 0h9v9z" style="fill:&#117;rl(//evil.example)"/>')],
    ['a gradient of another file', svgWith('<linearGradient href="https://evil.example/#a"/>')],
    ['an entity', svgUrl('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>')],
    ['a stylesheet', svgUrl(`<?xml-stylesheet href="a.css"?><svg xmlns="http://www.w3.org/2000/svg">${shape}</svg>`)],
    ['another namespace', svgWith('<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>')],
    ['a prefix for HTML', svgWith(shape, ' xmlns:h="http://www.w3.org/1999/xhtml"')],
    ['an open element', svgUrl('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')],
    ['no SVG', svgUrl('<html xmlns="http://www.w3.org/1999/xhtml"/>')],
    [
      'another encoding',
      `data:image/svg+xml;base64,${Buffer.from('\uFEFF<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le').toString('base64')}`,
    ],
  ])('with %s is refused', async (_, logo_light) => {
    await expect(save({ logo_light })).rejects.toMatchObject({ code: 'invalid', errors: [{ field: 'logo_light' }] })
  })

  test('with shapes, gradients and styles is served unchanged, as a picture that cannot run anything', async () => {
    const logo_light = svgWith(
      `<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/><stop offset="1"/></linearGradient></defs><style>.b{fill:url(#a)}</style><g transform="scale(1)">${shape}<path class="b" d="M0 0h5v5z"/></g>`,
    )
    const saved = await save({ logo_light })
    const answer = await app.app.inject(saved.logo_light ?? '')
    expect(answer.rawPayload.toString('base64')).toBe(logo_light.split(',')[1])
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect((await save()).logo_light, 'not in the change').toBe(saved.logo_light)
    expect((await save({ logo_light: null })).logo_light).toBeNull()
    expect((await app.app.inject(saved.logo_light ?? '')).statusCode, 'removed').toBe(404)
  })
})

describe('with the brand Northwind Academy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flagyard-brand-'))
  beforeAll(async () => {
    copyFileSync(join(serverFolder, '../learner-web/index.html'), join(folder, 'index.html'))
    writeFileSync(join(folder, 'screen-files.json'), '{}')
    await makeCourse(app.deps.db, 'course')
    await makeLab(app.deps.db, 'lab')
    await makeExam(app.deps.db, 'exam')
    await save({ logo_light: null, logo_dark: null, share_picture: pngUrl(png) })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const render = async (address: string) => {
    const [path = '', query] = address.split('?')
    return (await renderPage(app.deps, folder, path, query)).html
  }

  test.each([
    ...['/', '/courses', '/labs', '/exams', '/bundles', '/courses/course', '/courses?lab=lab', '/courses?exam=exam'],
    ...['/signin', '/signup', '/start_free', '/contact', '/terms', '/privacy', '/faqs', '/accessibility', '/dashboard'],
    ...['/profile', '/courses/missing', '/certificates/0123456789abcdefghjkmnpqrs'],
  ])('%s does not name Flagyard', async (path) => {
    const html = await render(path)
    expect(html).not.toMatch(/Flagyard/)
    expect(html).toMatch(/<title>[^<]*Northwind Academy/)
    expect(html).toContain('<div class="boot">Northwind Academy</div>')
  })

  test('the OpenACR file does not name Flagyard', () => {
    const report = openAcr('http://localhost:3000', 'help@northwind.example')
    expect(report).not.toMatch(/Flagyard/)
    expect(report).toContain('title: Northwind Academy Accessibility Conformance Report')
  })

  test('a page has its colours, icon, share picture and links', async () => {
    const { favicon, share_picture } = await save({ favicon: svgWith(shape) })
    const html = await render('/')
    expect(html).toContain(`:root{--accent:${northwind.accent_light};`)
    expect(html).toContain(`:root[data-theme="dark"]{--accent:${northwind.accent_dark};`)
    expect(html).toContain(`<link rel="icon" href="${favicon}">`)
    expect(html).toContain(`<meta property="og:image" content="${app.deps.config.publicUrl}${share_picture}">`)
    const given = /<meta name="brand" content="([^"]*)">/.exec(html)?.[1]?.replaceAll('&#34;', '"') ?? ''
    expect(JSON.parse(given)).toMatchObject({ links: [['https://www.video.example/@northwind', 'video.example']] })
    expect(await render('/courses/course'), 'has its own picture').not.toContain(share_picture)
  })

  test('a name with markup stays text', async () => {
    await save({ name: '</title><script>"&' })
    onTestFinished(async () => void (await save()))
    expect(await render('/signin')).not.toContain('<script>"')
    expect((await renderMail({ subject: 's', preview: 'p', heading: 'h', paragraphs: [] })).html).not.toContain(
      '<script>',
    )
  })

  test('mails, with their sender, do not name Flagyard', async () => {
    const server = await startMailServer()
    onTestFinished(() => server.close())
    const mailer = createMailer({ mailUrl: server.url, mailFrom: 'Flagyard <hello@mail.example>' })
    const mail = await renderMail({ subject: 'Hello', preview: 'p', heading: 'h', paragraphs: ['x'] })
    await mailer.send({ to: 'ana@people.example', ...mail })
    const [sent] = server.taken
    expect(sent?.content).not.toContain('Flagyard')
    expect(sent?.content).toContain('From: Northwind <hello@mail.example>')
  })

  test('the contact form writes to the support address', async () => {
    const contactPayload = { name: 'Ada', email: 'ada@people.example', topic: 'other', message: 'Hello there' } as const
    await app.asVisitor.sendContactMessage({ contactPayload })
    const [mail] = await app.deps.db.select().from(outbox).where(eq(outbox.kind, 'contact'))
    expect(mail).toMatchObject({ recipient: 'help@northwind.example', html: expect.not.stringContaining('Flagyard') })
  })

  test.each([
    ['the name', null],
    ['a logo', svgWith(shape)],
  ])('documents with %s do not name Flagyard', async (_, logo_light) => {
    await save({ logo_light })
    const certificate = await renderCertificate(sampleCertificate({ url: 'https://northwind.example/c' }))
    const facts = sampleInvoice()
    const seller = { ...facts.document.seller, name: 'Northwind Ltd' }
    const invoice = await renderDocument({ ...facts, document: { ...facts.document, seller } })
    for (const file of [certificate, invoice]) {
      expect(pdfText(file)).not.toContain('Flagyard')
      expect(file.toString('latin1')).not.toContain('Flagyard')
      if (logo_light) expect(file.toString('latin1')).toContain('/Subtype /Image')
      else expect(pdfText(file)).toContain('Northwind Academy')
    }
    // Its author, which is in the file as plain text.
    expect(certificate.includes('(Northwind Academy)')).toBe(true)
  })

  test('calendar files, preview pictures and second factors carry its name', async () => {
    const event = {
      id: 'a',
      calendar_sequence: 0,
      at: new Date(),
      seconds: 60,
      title: 'Exam',
      url: 'https://a.example',
    }
    const calendar = calendarFile({ ...event, isCancelled: false })
    expect(calendar).toContain('PRODID:-//Northwind Academy//Exams//EN')
    expect(calendar).not.toContain('Flagyard')
    const card = { cover: 'a', label: 'Course', title: 'A', words: 'b' }
    const drawn = await drawCard(card)
    await app.asLearner.getMe()
    const password_hash = quickHash('the present long one')
    await app.deps.db
      .update(users)
      .set({ password_hash })
      .where(eq(users.id, await app.idOf('learner')))
    const proof = { proofPayload: { current_password: 'the present long one' } }
    expect((await app.asLearner.setUpTotp(proof)).uri).toMatch(/issuer=Northwind(%20|\+)Academy/)
    expect((await app.asLearner.setUpPasskey(proof)).rp.name).toBe('Northwind Academy')
    setBrand(flagyard)
    onTestFinished(async () => void (await save()))
    expect(await drawCard(card)).not.toBe(drawn)
  })
})

/** Folders whose texts only operators see. */
const OPERATORS = /^api-server\/src\/(?:backup|commands|demo|doctor)\//
/** Other texts for operators, and the places that define the default brand. */
const NAMING = [
  ...['api-server/src/brand.ts', 'packages/ui/src/app/brand.ts', 'packages/ui/src/Logo.tsx'],
  ...['admin-console/src/features/brand/Brand.tsx', 'admin-console/src/features/brand/BrandInputs.tsx'],
  ...['learner-web/src/messages/en/shell.ts', 'api-server/src/site/page-brand.ts'],
  ...['packages/api-types/src/contract/openapi.ts', 'packages/api-types/src/content/files.ts'],
  ...['api-server/src/http/api-docs-server.ts', 'api-server/src/start-errors.ts', 'api-server/src/config.ts'],
  'api-server/src/integrations/webhooks/post.ts',
]

test('only texts for operators name Flagyard in the sources', () => {
  const cwd = join(serverFolder, '..')
  const sources = globSync('{packages/*,api-server,learner-web,admin-console}/src/**/*.{ts,tsx}', { cwd })
  const naming = sources.filter((path) => {
    if (OPERATORS.test(path) || /\.test\.tsx?$/.test(path)) return false
    const code = readFileSync(join(cwd, path), 'utf8').replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
    return /\bFlagyard/.test(code)
  })
  expect(naming.toSorted()).toEqual(NAMING.toSorted())
})

describeOnPostgres('on two processes', () => {
  test('the other one applies a change without a restart', async () => {
    const database = await openTestPostgres()
    const one = await startTestApp({ database })
    const port = await freePort()
    const { dataDir } = testConfig()
    const other = startChild('serve', [], {
      ...{ DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: String(port), DEMO: '0', LOG_LEVEL: 'silent' },
      ...{ SECRET_KEY: 'a secret key of the tests, long enough', PUBLIC_URL: `http://localhost:${port}`, ROLE: 'web' },
    })
    onTestFinished(async () => {
      other.process.kill('SIGKILL')
      await other.ended
      await one.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const origin = `http://127.0.0.1:${port}`
    await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), { timeout: 30_000 })
    await one.asAdmin.updateBrand({ brandEdit: { ...northwind, version: 0 } })
    const { method, path } = operations.sendContactMessage
    const send = async () => {
      const body = JSON.stringify({ name: 'Ada', email: 'ada@people.example', topic: 'other', message: 'Hello there' })
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(`${origin}/api/v1${path}`, { method, headers, body })).status, other.errors()).toBeLessThan(
        300,
      )
      const mails = await database.db.select({ to: outbox.recipient }).from(outbox)
      expect(mails.map(({ to }) => to)).toContain(northwind.support_address)
    }
    await vi.waitFor(send, { timeout: 5_000, interval: 1_000 })
  })
})
