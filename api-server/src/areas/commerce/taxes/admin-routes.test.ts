import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { audit } from '../../../db/schema/index.ts'
import { findRates, findSeller } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const add = (country: string, rate: number, valid_from: string) =>
  app.asAdmin.createTaxRate({ taxRateInput: { country, rate, valid_from } })
const ratesOf = async (country: string) =>
  (await app.asAdmin.listTaxRates({ filter: JSON.stringify({ country }), sort: '["valid_from","ASC"]' })).data.map(
    ({ rate, valid_from, valid_until, allowed }) => ({ rate, valid_from, valid_until, allowed }),
  )
const seller = {
  ...{ name: 'Flagyard GmbH', address: 'Hafenstraße 1\n20457 Hamburg', country: 'DE', tax_id: 'DE136695976' },
  ...{ oss_registered: true, iban: 'DE89370400440532013000', bic: null, email: 'billing@flagyard.example' },
  ...{ time_zone: 'Europe/Berlin', footer: '', valid_from: '2026-01-01' },
}
type Seller = Parameters<TestApp['asAdmin']['updateSeller']>[0]['sellerInput']
const enter = (version: number, changes: Partial<Seller> = {}) =>
  app.asAdmin.updateSeller({ sellerInput: { ...seller, ...changes, version } })

describe('tax rates', () => {
  test('exist for all 27 countries of the European Union', async () => {
    const { data } = await app.asAdmin.listTaxRates({ range: '[0,99]' })
    expect(data).toHaveLength(27)
    expect(data.find(({ country }) => country === 'DE')).toMatchObject({ rate: 1900, valid_until: null })
  })

  test('a new rate ends the previous one, which stays listed, and applies from midnight', async () => {
    await add('SK', 2500, '2027-01-01')
    expect(await ratesOf('SK')).toEqual([
      { rate: 2300, valid_from: '2025-08-01', valid_until: '2026-12-31', allowed: [] },
      { rate: 2500, valid_from: '2027-01-01', valid_until: null, allowed: ['end'] },
    ])
    const rateOn = async (day: string) => (await findRates(app.deps.db, ['SK'], day)).get('SK')
    expect([await rateOn('2026-12-31'), await rateOn('2027-01-01')]).toEqual([2300, 2500])
    const entries = await app.deps.db.select().from(audit).where(eq(audit.action, 'taxes.create_rate'))
    expect(entries).toMatchObject([{ subject_id: 'SK', before: { rate: 2300 }, after: { rate: 2500 } }])
  })

  test('past rates cannot be changed', async () => {
    await add('HU', 2600, '2027-01-01')
    for (const day of ['2027-01-01', '2026-06-01', '2020-01-01'])
      await expect(add('HU', 1, day)).rejects.toMatchObject({ errors: [{ field: 'valid_from' }] })
  })

  test('two administrators cannot both add a rate for the same day', async () => {
    const tries = await Promise.allSettled(
      ['2028-01-01', '2028-01-01', '2028-01-01'].map((day) => add('LU', 1800, day)),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await ratesOf('LU')).toHaveLength(2)
  })

  test('a rate is ended once, with its version, and not before its start', async () => {
    const { id, version } = await add('CH', 810, '2026-01-01')
    const end = (valid_until: string, by = version) =>
      app.asAdmin.endTaxRate({ id, taxRateEnd: { version: by, valid_until } })
    await expect(end('2025-12-31')).rejects.toMatchObject({ errors: [{ field: 'valid_until' }] })
    await expect(end('2026-12-31', 7)).rejects.toMatchObject({ code: 'stale_version' })
    expect(await end('2026-12-31')).toMatchObject({ valid_until: '2026-12-31', version: 2, allowed: [] })
    await expect(end('2027-12-31', 2)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('refuses unknown countries and rates over 100 %', async () => {
    await expect(add('XX', 1, '2027-01-01')).rejects.toMatchObject({ errors: [{ field: 'country' }] })
    await expect(add('NO', 10_001, '2027-01-01')).rejects.toMatchObject({ errors: [{ field: 'rate' }] })
  })
})

describe('the seller', () => {
  test('gets a new version with a start date, and each is audited', async () => {
    expect(await app.asAdmin.getSeller()).toEqual({ current: null, versions: [], version: 0 })
    expect(await enter(0)).toMatchObject({ current: { name: 'Flagyard GmbH', version: 1 }, version: 1 })
    await expect(enter(0)).rejects.toMatchObject({ code: 'stale_version' })
    const later = await enter(1, { name: 'Flagyard SE', valid_from: '2999-01-01' })
    expect(later).toMatchObject({ current: { version: 1 }, version: 2, versions: [{ version: 2 }, { version: 1 }] })
    // A correction of the present one leaves the one to come as it is.
    expect(await enter(2, { name: 'Flagyard Hamburg GmbH' })).toMatchObject({ current: { version: 3 } })
    expect(await findSeller(app.deps.db, new Date('2999-06-01'))).toMatchObject({ version: 2 })
    const entries = await app.deps.db.select().from(audit).where(eq(audit.action, 'taxes.update_seller'))
    expect(entries).toHaveLength(3)
  })

  test('of two concurrent changes, the second is refused as stale', async () => {
    const { version } = await app.asAdmin.getSeller()
    const tries = await Promise.allSettled([enter(version), enter(version)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'stale_version' } })
  })

  test.each([
    ['tax_id', { tax_id: 'DE136695977' }],
    ['iban', { iban: 'DE89370400440532013001' }],
    ['time_zone', { time_zone: 'Hamburg' }],
    ['oss_registered', { country: 'CH', tax_id: null }],
    ['country', { country: 'XX' }],
    ['name', { name: '' }],
  ])('refuses a wrong %s', async (field, changes) => {
    const { version } = await app.asAdmin.getSeller()
    await expect(enter(version, changes)).rejects.toMatchObject({ errors: [{ field }] })
  })

  test('a day starts at midnight in the seller’s time zone', async () => {
    const newYork = { time_zone: 'America/New_York', country: 'US', tax_id: null, oss_registered: false }
    const { version } = await app.asAdmin.getSeller()
    await enter(version, { ...newYork, valid_from: '2026-06-01' })
    const dayAt = async (at: string) => (await findSeller(app.deps.db, new Date(at)))?.day
    expect(await dayAt('2026-07-01T03:59:00Z')).toBe('2026-06-30')
    expect(await dayAt('2026-07-01T04:01:00Z')).toBe('2026-07-01')
  })
})
