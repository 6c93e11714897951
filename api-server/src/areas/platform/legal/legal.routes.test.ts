import { legalPageNames } from '@flagyard/api-types/legal/pages'
import { DRAFT_NOTE, fillTemplate } from '@flagyard/api-types/legal/templates'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { publishLegalPage } from '../../../../test/legal.ts'
import { audit, legalAcceptances, legalVersions, orders } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await makeCourse(app.deps.db, 'aws')
  await makeCourse(app.deps.db, 'free', { price_amount: 0 })
})
afterAll(() => app.close())

const acceptedBy = async (username: string) =>
  (await app.asAdmin.listUserAcceptances({ username })).map(({ accepted_at: _, ...accepted }) => accepted).reverse()

const draft = { markdown: 'We ship nothing.', summary: '', needs_acceptance: false }

describe('a page', () => {
  test('is drafted, published and replaced, while old versions remain readable at their address', async () => {
    await expect(app.asVisitor.getLegalPage({ page: 'imprint' })).rejects.toMatchObject({ status: 404 })
    const first = await app.asAdmin.saveLegalDraft({ page: 'imprint', legalDraftInput: { ...draft, edit: 0 } })
    expect(first).toMatchObject({
      next: { version: 1, effective_at: null, edit: 1 },
      allowed: ['save_draft', 'publish'],
    })
    await expect(app.asVisitor.getLegalPage({ page: 'imprint' })).rejects.toMatchObject({ status: 404 })
    await publishLegalPage(app, 'imprint', { markdown: 'Northwind Ltd' })
    await publishLegalPage(app, 'imprint', { markdown: 'Northwind GmbH', summary: 'New legal form' })
    const shown = await app.asVisitor.getLegalPage({ page: 'imprint' })
    expect(shown).toMatchObject({ version: 2, markdown: 'Northwind GmbH' })
    expect(shown.versions).toMatchObject([{ version: 2, summary: 'New legal form' }, { version: 1 }])
    const old = await app.asVisitor.getLegalPage({ page: 'imprint', version: '1' })
    expect(old).toMatchObject({ version: 1, markdown: 'Northwind Ltd' })
    await expect(app.asVisitor.getLegalPage({ page: 'imprint', version: '3' })).rejects.toMatchObject({ status: 404 })
    const actions = await app.deps.db
      .select({ action: audit.action })
      .from(audit)
      .where(and(eq(audit.subject_type, 'legal_page'), eq(audit.subject_id, 'imprint')))
    expect(actions.map(({ action }) => action)).toEqual([
      ...['legal.save_draft', 'legal.save_draft', 'legal.publish', 'legal.save_draft', 'legal.publish'],
    ])
  })

  test('takes effect at its date, and can be cancelled until then', async () => {
    const page = 'exam_rules'
    const { next } = await app.asAdmin.saveLegalDraft({ page, legalDraftInput: { ...draft, edit: 0 } })
    const effective_at = new Date(Date.now() + 86_400_000).toISOString()
    const planned = await app.asAdmin.publishLegalPage({
      page,
      legalPublication: { edit: next?.edit ?? 0, effective_at },
    })
    expect(planned).toMatchObject({ next: { effective_at }, versions: [], allowed: ['cancel'] })
    expect((await app.asVisitor.listLegalPages()).map((head) => head.page)).not.toContain(page)
    const late = { ...draft, edit: planned.next?.edit ?? 0 }
    await expect(app.asAdmin.saveLegalDraft({ page, legalDraftInput: late })).rejects.toMatchObject({ status: 409 })
    const again = await app.asAdmin.cancelLegalPublication({ page, legalCancellation: { edit: late.edit } })
    expect(again).toMatchObject({ next: { version: 1, effective_at: null }, allowed: ['save_draft', 'publish'] })
  })

  test('of two saves of the same draft, the second is refused as stale', async () => {
    const save = () => app.asAdmin.saveLegalDraft({ page: 'faqs', legalDraftInput: { ...draft, edit: 0 } })
    const tries = await Promise.allSettled([save(), save()])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(save()).rejects.toMatchObject({ code: 'stale_version' })
  })

  test('is changed only by owners', async () => {
    const other = app.as('no-owner', { roles: ['user', 'admin'], capabilities: ['content', 'finance', 'support'] })
    await expect(other.saveLegalDraft({ page: 'terms', legalDraftInput: { ...draft, edit: 0 } })).rejects.toMatchObject(
      { status: 403 },
    )
    expect((await other.getLegalPageForAdmin({ page: 'terms' })).allowed).toEqual([])
  })

  test.each(legalPageNames)('%s: its template cannot be published before it is completed', async (page) => {
    const markdown = fillTemplate(page, { site: 'Northwind', seller: 'Northwind GmbH' })
    expect(markdown).not.toMatch(/\{\{(site|seller)\}\}/)
    const { next } = await app.asAdmin.getLegalPageForAdmin({ page })
    const legalDraftInput = { ...draft, edit: next?.edit ?? 0, markdown }
    const saved = await app.asAdmin.saveLegalDraft({ page, legalDraftInput })
    const legalPublication = { edit: saved.next?.edit ?? 0 }
    await expect(app.asAdmin.publishLegalPage({ page, legalPublication })).rejects.toMatchObject({
      errors: [{ field: 'markdown', message: /Replace \{\{|Have the text checked/ }],
    })
    const only = `${DRAFT_NOTE}\n\nComplete.`
    const noted = await app.asAdmin.saveLegalDraft({
      page,
      legalDraftInput: { ...draft, edit: legalPublication.edit, markdown: only },
    })
    await expect(
      app.asAdmin.publishLegalPage({ page, legalPublication: { edit: noted.next?.edit ?? 0 } }),
    ).rejects.toMatchObject({ errors: [{ field: 'markdown', message: expect.stringMatching('checked') }] })
  })

  test('wrong values are refused at their fields', async () => {
    const save = (changes: object) =>
      app.asAdmin.saveLegalDraft({ page: 'privacy', legalDraftInput: { ...draft, edit: 0, ...changes } })
    await expect(save({ markdown: ' ' })).rejects.toMatchObject({ errors: [{ field: 'markdown' }] })
    await expect(save({ summary: 'x'.repeat(301) })).rejects.toMatchObject({ errors: [{ field: 'summary' }] })
    const { next } = await app.asAdmin.getLegalPageForAdmin({ page: 'privacy' })
    const publish = (effective_at: string) =>
      app.asAdmin.publishLegalPage({ page: 'privacy', legalPublication: { edit: next?.edit ?? 1, effective_at } })
    for (const at of ['tomorrow', '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'])
      await expect(publish(at), at).rejects.toMatchObject({ errors: [{ field: 'effective_at' }] })
    await expect(app.asVisitor.getLegalPage({ page: 'cookies' })).rejects.toMatchObject({ status: 404 })
    await expect(app.asAdmin.getLegalPageForAdmin({ page: 'cookies' })).rejects.toMatchObject({ status: 404 })
  })
})

test('versions in effect and acceptances cannot be changed, not even in the database', async () => {
  const { db } = app.deps
  await expect(
    db.update(legalVersions).set({ markdown: 'Other' }).where(eq(legalVersions.version, 1)),
  ).rejects.toThrow()
  await expect(db.delete(legalVersions).where(eq(legalVersions.page, 'imprint'))).rejects.toThrow()
  const user_id = await app.idOf('learner')
  await db
    .insert(legalAcceptances)
    .values({ user_id, page: 'imprint', version: 1, via: 'page', accepted_at: new Date() })
  await expect(
    db.update(legalAcceptances).set({ version: 2 }).where(eq(legalAcceptances.user_id, user_id)),
  ).rejects.toThrow()
})

describe('the terms', () => {
  const buy = (username: string, terms?: string, quantity = 2) =>
    app.as(username).purchaseCourse({ purchaseCoursePayload: { slug: 'aws', quantity, ...(terms && { terms }) } })
  const signUp = (username: string, terms?: number, accept_terms = true) =>
    app.asVisitor.signup({
      signUpPayload: {
        ...{ username, email: `${username}@people.example`, password: 'a long enough phrase' },
        ...{ full_name: 'Ada', accept_terms },
        ...(terms && { terms }),
      },
    })
  let current = 0

  test('are not needed while none are published', async () => {
    expect(await buy('early')).toMatchObject({ state: 'awaiting_payment' })
    await signUp('unasked', undefined, false)
    expect(await acceptedBy('unasked')).toEqual([])
  })

  test('are accepted at sign-up and with orders, which name the version', async () => {
    current = await publishLegalPage(app, 'terms')
    await expect(signUp('refuses', current, false)).rejects.toMatchObject({ errors: [{ field: 'accept_terms' }] })
    await signUp('agrees', current)
    expect(await acceptedBy('agrees')).toEqual([{ page: 'terms', version: current, via: 'sign_up' }])
    await expect(buy('una')).rejects.toMatchObject({ status: 422, errors: [{ field: 'terms' }] })
    const { order_id } = await buy('una', String(current))
    const [order] = await app.deps.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order).toMatchObject({ terms_version: String(current), terms_accepted_at: expect.any(Date) })
    // Accepted once, they hold for the next order.
    expect(await buy('una', undefined, 3)).toMatchObject({ state: 'awaiting_payment' })
    expect(await acceptedBy('una')).toEqual([{ page: 'terms', version: current, via: 'order' }])
    const free = { purchaseCoursePayload: { slug: 'free', quantity: 1 } }
    expect(await app.as('frida').purchaseCourse(free)).toMatchObject({ state: 'fulfilled' })
  })

  test('a version published after the page was loaded is named in the refusal, and nothing is ordered', async () => {
    const seen = String(current)
    current = await publishLegalPage(app, 'terms', { summary: 'Other courts' })
    const before = await app.deps.db.$count(orders)
    await expect(buy('una', seen, 4)).rejects.toMatchObject({
      ...{ status: 422, extra: { legal_page: 'terms', version: current } },
      errors: [{ field: 'terms', message: expect.stringMatching(/have changed/) }],
    })
    await expect(signUp('too-late', Number(seen))).rejects.toMatchObject({ errors: [{ field: 'accept_terms' }] })
    await expect(buy('una', undefined, 4)).rejects.toMatchObject({ errors: [{ field: 'terms' }] })
    expect(await app.deps.db.$count(orders)).toBe(before)
    await buy('una', String(current), 4)
  })

  test('a version that needs no acceptance asks no learner again', async () => {
    current = await publishLegalPage(app, 'terms', { needs_acceptance: false })
    expect(await buy('una', undefined, 5)).toMatchObject({ state: 'awaiting_payment' })
    expect(await app.as('una').listLegalPagesToAccept()).toEqual([])
  })

  test('learners are asked for a changed version, and see that it changed again while they read it', async () => {
    const una = app.as('una')
    current = await publishLegalPage(app, 'terms')
    expect(await una.listLegalPagesToAccept()).toMatchObject([{ page: 'terms', version: current }])
    const old = una.acceptLegalPage({ page: 'terms', legalAcceptPayload: { version: current - 1 } })
    await expect(old).rejects.toMatchObject({ status: 422, extra: { version: current } })
    const accept = () => una.acceptLegalPage({ page: 'terms', legalAcceptPayload: { version: current } })
    const [one, two] = await Promise.all([accept(), accept()])
    expect(one).toEqual(two)
    expect(await una.listLegalPagesToAccept()).toEqual([])
    expect((await acceptedBy('una')).filter(({ version }) => version === current)).toHaveLength(1)
  })

  test('their acceptance is shown to support, and is in the data export', async () => {
    const shown = await app.asAdmin.listUserAcceptances({ username: 'una' })
    expect(shown[0]).toMatchObject({ page: 'terms', version: current, via: 'page' })
    const record = await app.asAdmin.getLegalPageForAdmin({ page: 'terms' })
    expect(record.versions[0]).toMatchObject({ version: current, accepted: 1 })
  })
})
