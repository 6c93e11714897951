import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { audit } from '../../../db/schema/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const machine = { cloud: 'aws' as const, type: 'aws_instance', hourly_micros: 96_000 }

test('creates, finds, changes and deletes a price, with audit records', async () => {
  const made = await app.asAdmin.createResourcePrice({ priceInput: machine })
  expect(made).toMatchObject({ ...machine, region: '*', version: 1, allowed: ['update', 'delete'] })
  await expect(app.asAdmin.createResourcePrice({ priceInput: machine })).rejects.toMatchObject({
    errors: [{ field: 'type' }],
  })
  const { id } = made
  const elsewhere = { ...machine, region: 'us-east-1', hourly_micros: 80_000 }
  await app.asAdmin.createResourcePrice({ priceInput: elsewhere })
  const found = await app.asAdmin.listResourcePrices({ filter: '{"q":"instance us-east"}' })
  expect(found.data.map(({ region }) => region)).toEqual(['us-east-1'])
  const cheapest = await app.asAdmin.listResourcePrices({ sort: '["hourly_micros","ASC"]', filter: '{"cloud":"aws"}' })
  expect(cheapest.data.map(({ hourly_micros }) => hourly_micros)).toEqual([80_000, 96_000])

  const edit = (version: number, hourly_micros: number) =>
    app.asAdmin.updateResourcePrice({ id, priceEdit: { version, hourly_micros } })
  expect(await edit(1, 100_000)).toMatchObject({ hourly_micros: 100_000, version: 2 })
  await expect(edit(1, 1)).rejects.toMatchObject({ code: 'stale_version' })
  await app.asAdmin.deleteResourcePrice({ id })
  await expect(app.asAdmin.getResourcePrice({ id })).rejects.toMatchObject({ code: 'not_found' })
  const entries = await app.deps.db.select().from(audit).where(eq(audit.subject_id, 'aws aws_instance'))
  expect(entries.map(({ action, actor }) => [action, actor]).toSorted()).toEqual([
    ['prices.create', 'administrator-of-tests'],
    ['prices.delete', 'administrator-of-tests'],
    ['prices.update', 'administrator-of-tests'],
  ])
})

test('administrators who may not change prices read them without actions', async () => {
  const by = app.as('only-support', { roles: ['user', 'admin'], capabilities: ['support'] })
  const { id } = await app.asAdmin.createResourcePrice({ priceInput: { ...machine, type: 'aws_odd' } })
  expect((await by.getResourcePrice({ id })).allowed).toEqual([])
  await expect(by.deleteResourcePrice({ id })).rejects.toMatchObject({ status: 403 })
})
