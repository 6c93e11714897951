import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { cloudAccounts, courses, factors } from '../../../db/schema/index.ts'

let app: TestApp
let mailServer: 'none' | 'silent' | 'open' = 'none'
beforeAll(async () => {
  const send = async () => ({ messageId: '' })
  const mailer = {
    send,
    get transport() {
      return mailServer === 'none' ? ('outbox' as const) : ('smtp' as const)
    },
    check: async () => {
      if (mailServer !== 'open') throw new Error('refused')
    },
    takesUnicode: async () => true,
  }
  const payments = { provider: 'none' as const, createCheckout: () => Promise.reject(new Error('none')) }
  app = await startTestApp({ deps: { mailer, payments } })
})
afterAll(() => app.close())

const steps = async () =>
  Object.fromEntries((await app.asAdmin.getSetup()).steps.map(({ step, done, found }) => [step, done || found]))

test('each step of a new installation is marked done only when it is', async () => {
  expect((await app.asAdmin.getSetup()).is_empty).toBe(true)
  expect(await steps()).toEqual({
    second_factor: expect.stringContaining('no second factor'),
    mail: expect.stringContaining('MAIL_URL is set'),
    payment: expect.stringContaining('vouchers'),
    legal: expect.stringContaining('terms, privacy, imprint, returns'),
    clouds: expect.stringContaining('Labs wait'),
    course: 'Nothing is published yet.',
  })
  mailServer = 'silent'
  expect(await steps()).toMatchObject({ mail: expect.stringContaining('Check MAIL_URL') })
  mailServer = 'open'
  const user_id = await app.idOf('administrator-of-tests')
  await app.deps.db.insert(factors).values({ user_id, kind: 'totp', name: 'Phone' })
  expect((await steps()).second_factor, 'started but not done').not.toBe(true)
  await app.deps.db.update(factors).set({ confirmed_at: new Date() })
  await app.deps.db
    .insert(cloudAccounts)
    .values({ cloud: 'aws', account_id: '1', name: 'One', region: 'r', status: 'Available' })
  expect(await steps()).toMatchObject({ second_factor: true, mail: true, clouds: true, course: expect.any(String) })
})

test('the sample is previewed first, then imported in the request, and only into an empty catalogue', async () => {
  const preview = await app.asAdmin.importSample({ sampleImport: { dry_run: true } })
  expect(preview.refused).toEqual([])
  expect(preview.applied.filter(({ kind }) => kind === 'courses').length).toBeGreaterThan(2)
  expect(await app.deps.db.$count(courses)).toBe(0)
  expect(await app.asAdmin.importSample({ sampleImport: { dry_run: false } })).toEqual(preview)
  expect(await app.asAdmin.getSetup()).toMatchObject({ is_empty: false })
  expect((await app.asVisitor.listCourses()).length).toBeGreaterThan(2)
  await expect(app.asAdmin.importSample({ sampleImport: { dry_run: false } })).rejects.toMatchObject({
    code: 'conflict',
  })
})
