import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { makeCourse } from '../../../../test/catalogue.ts'
import { audit } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await makeCourse(app.deps.db, 'aws')
})
afterAll(() => app.close())

const seen = { tax_id: 'DE136695976', country: 'DE' as const }
const other = 'DE129273398'
const finance = () => app.as('fina', { roles: ['user', 'admin'], capabilities: ['finance'] })
const make = (who: string, changes: object = {}) =>
  app.as(who).createOrganisation({
    organisationInput: {
      name: 'Nordlicht GmbH',
      kind: 'business',
      address: null,
      reference: null,
      invoice_email: null,
      ...seen,
      ...changes,
    },
  })
const check = (id: string, changes: object = {}) =>
  finance().saveTaxIdCheck({ id, taxIdCheckInput: { ...seen, ...changes } })
const checkOf = async (id: string) => (await finance().getOrganisationForAdmin({ id })).tax_id_check

describe('the check of a tax id', () => {
  test('is recorded by finance with name and time, audited, and shown with the orders', async () => {
    const { id } = await make('ana')
    expect(await finance().getOrganisationForAdmin({ id })).toMatchObject({
      tax_id_check: null,
      allowed: expect.arrayContaining(['check_tax_id']),
    })
    const noted = { at: expect.any(String), by: 'fina' }
    expect(await check(id)).toMatchObject({ ...seen, version: 1, tax_id_check: noted })
    const log = await app.deps.db
      .select()
      .from(audit)
      .where(and(eq(audit.subject_id, id), eq(audit.action, 'organisations.check_tax_id')))
    expect(log).toMatchObject([{ actor: 'fina', after: seen }])
    const { order_id } = await app.as('ana').purchaseCourse({
      purchaseCoursePayload: { slug: 'aws', quantity: 2, organisation_id: id },
    })
    expect(await finance().getAdminOrder({ id: order_id })).toMatchObject({ tax_id_check: noted })
    expect(JSON.stringify(await app.as('ana').getOrganisation({ id })), 'its managers').not.toContain('checked')
    await app.as('ana').updateOrganisation({ id, organisationEdit: { version: 1, tax_id: other } })
    await check(id, { tax_id: other })
    expect(await finance().getAdminOrder({ id: order_id }), 'of another id').toMatchObject({ tax_id_check: null })
  })

  test.each([
    ['tax id', { tax_id: other }],
    ['country', { country: 'AT' as const }],
  ])('is removed and audited when anyone changes the %s', async (_, change) => {
    const { id } = await make('bea')
    await check(id)
    await app.as('bea').updateOrganisation({ id, organisationEdit: { version: 1, name: 'Nordlicht SE', ...seen } })
    expect(await checkOf(id), 'the same again').not.toBeNull()
    await app.as('bea').updateOrganisation({ id, organisationEdit: { version: 2, ...change } })
    expect(await checkOf(id)).toBeNull()
    await app.as('bea').updateOrganisation({ id, organisationEdit: { version: 3, ...seen } })
    expect(await checkOf(id), 'and does not come back').toBeNull()
    await check(id)
    await finance().updateOrganisationForAdmin({ id, organisationEdit: { version: 4, ...change } })
    expect(await checkOf(id)).toBeNull()
    const log = await app.deps.db
      .select()
      .from(audit)
      .where(and(eq(audit.subject_id, id), eq(audit.action, 'organisations.update')))
    const fell = log.filter(({ before }) => (before as Record<string, unknown>).tax_id_checked_at)
    expect(fell.map(({ actor }) => actor).toSorted()).toEqual(['bea', 'fina'])
  })

  test.each([
    ['another tax id than it has', { tax_id: other }],
    ['another country than it has', { country: 'AT' as const }],
  ])('is refused for %s if it changed in the meantime', async (_, saw) => {
    const { id } = await make('cleo')
    await expect(check(id, saw)).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await checkOf(id)).toBeNull()
  })

  test('is refused for an invalid tax id and an unknown organisation', async () => {
    const { id } = await make('dora', { tax_id: 'DE123' })
    expect((await finance().getOrganisationForAdmin({ id })).allowed).not.toContain('check_tax_id')
    await expect(check(id, { tax_id: 'DE123' })).rejects.toMatchObject({ status: 409 })
    await expect(check(id, { tax_id: '' })).rejects.toMatchObject({ status: 422 })
    await expect(check(crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  test('can be read but not recorded by support', async () => {
    const { id } = await make('eva')
    await check(id)
    const support = app.as('sue', { roles: ['user', 'admin'], capabilities: ['support'] })
    const page = await support.getOrganisationForAdmin({ id })
    expect(page.tax_id_check).toMatchObject({ by: 'fina' })
    expect(page.allowed).not.toContain('check_tax_id')
    await expect(support.saveTaxIdCheck({ id, taxIdCheckInput: seen })).rejects.toMatchObject({ status: 403 })
  })
})
