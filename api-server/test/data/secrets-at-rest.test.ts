import { randomUUID } from 'node:crypto'
import { operations } from '@flagyard/api-types'
import { createClient } from '@flagyard/api-types/contract/client'
import { getTableName } from 'drizzle-orm'
import { generateSync } from 'otplib/functional'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendMails } from '../../src/mail/jobs.ts'
import { injecting } from '../app.ts'
import { type LabBench, openLabBench } from '../fixtures/lab-fixture.ts'
import { readRows } from './canaries.ts'
import { tables } from './personal-columns.ts'

let bench: LabBench
/** Payloads of all jobs, and all sent mails. */
const payloads: string[] = []
const mails: { to: string; text: string }[] = []

beforeAll(async () => {
  bench = await openLabBench()
  const { queue } = bench
  const send = queue.send.bind(queue)
  queue.send = async (db, name, data, options) => {
    payloads.push(JSON.stringify(data))
    return send(db, name, data, options)
  }
})
afterAll(() => bench.close())

/** Sends waiting mails like a server outside the demo, and returns the last mail to this address. */
async function mailTo(address: string): Promise<string> {
  const mailer = {
    transport: 'smtp' as const,
    check: async () => {},
    takesUnicode: async () => true,
    send: async ({ to, text, messageId }: { to: string; text: string; messageId?: string }) => {
      mails.push({ to, text })
      return { messageId: messageId ?? '' }
    },
  }
  while ((await sendMails({ ...bench.deps, config: { ...bench.deps.config, demo: false }, mailer })) > 0);
  return mails.findLast(({ to }) => to === address)?.text ?? ''
}

const tokenIn = (text: string) => /token=([\w.-]+)/.exec(text)?.[1] ?? ''

/** Columns of a database dump that contain a text, in plain or encoded form. */
function columnsContaining(dump: Map<string, string>, canary: string): string[] {
  const bytes = Buffer.from(canary)
  const forms = [canary, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex'), encodeURIComponent(canary)]
  return [...dump].filter(([, texts]) => forms.some((form) => texts.includes(form))).map(([column]) => column)
}

async function dumpTables(): Promise<Map<string, string>> {
  const dump = new Map<string, string>()
  for (const table of tables) {
    for (const row of await readRows(bench.deps.db, table))
      for (const [column, value] of Object.entries(row)) {
        const key = `${getTableName(table)}.${column}`
        dump.set(key, `${dump.get(key) ?? ''}\n${typeof value === 'string' ? value : JSON.stringify(value)}`)
      }
  }
  return dump
}

/**
 * Columns that store a secret on purpose: owners can see their codes again, and submitted values prove who solved or
 * shared a flag.
 */
const meant: Record<string, string[]> = { 'voucher code': ['vouchers.code'], flag: ['flag_tries.value'] }

test('secrets of people and clouds appear in a database dump only in the intended columns', {
  timeout: 60_000,
}, async () => {
  const { asVisitor, asAdmin, app, place } = bench
  const password = 'canary-passphrase-7319'
  const email = 'mira@people.example'
  const account = { username: 'mira', email, password, full_name: 'Mira Canary', accept_terms: true as const }
  await asVisitor.signup({ signUpPayload: account })
  const activation = tokenIn(await mailTo(email))
  await asVisitor.activateAccount({ activateAccountPayload: { token: activation } })

  const signedIn = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/signin',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: 'mira', password }).toString(),
  })
  const cookieOf = (response: typeof signedIn) =>
    response.cookies.find(({ name }) => name === 'flagyard-session')?.value ?? ''
  const cookies = [cookieOf(signedIn)]
  const refreshed = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/refresh',
    headers: { 'sec-fetch-site': 'same-origin', cookie: `flagyard-session=${cookies[0]}` },
  })
  cookies.push(cookieOf(refreshed))
  const bearers = [signedIn, refreshed].map((response) => response.json<{ access_token: string }>().access_token)
  const asMira = createClient(operations, { send: injecting(app, async () => bearers[1] ?? '') })

  await asVisitor.forgotPassword({ forgotPasswordPayload: { email } })
  const reset = tokenIn(await mailTo(email))
  const { key } = await asMira.setUpTotp({ proofPayload: { current_password: password } })
  const code = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) })
  const recovery = await asMira.confirmTotp({ totpCodePayload: { code } })

  const idempotencyKey = () => ({ idempotencyKey: randomUUID() })
  await asAdmin.createLabVouchers(
    { labVoucher: { target: 'open-door', count: 1, uses: 1, expires_at: null, note: '', recipients: [email] } },
    idempotencyKey(),
  )
  const voucher = /[A-Z0-9]{4,}(-[A-Z0-9]{4,}){2,}/.exec(await mailTo(email))?.[0] ?? ''
  await asMira.activateVoucher({ activateVoucherPayload: { code: voucher } }, idempotencyKey())

  const keys = { AWS_ACCESS_KEY_ID: 'AKIACANARY0000000001', AWS_SECRET_ACCESS_KEY: 'canary-cloud-secret-4417' }
  await asAdmin.updateAwsAccount({
    awsAccountEdit: { account_id: '100000000001', name: 'canary', region: 'eu-west-1', credentials: keys },
  })
  await bench.queue.work()
  const { id } = await asMira.deployLab(place, idempotencyKey())
  await bench.queue.work()
  const running = await asMira.getDeployment({ id })
  const labKeys = running.credentials.filter(({ secret }) => secret).map(({ value }) => value)
  expect(labKeys.length).toBeGreaterThan(0)
  const flag = await bench.planted(id)
  await asMira.submitFlag({ id: bench.flags.DYNAMIC, submitFlagPayload: { flag: `${flag.slice(0, -2)}0}` } })
  await asMira.submitFlag({ id: bench.flags.DYNAMIC, submitFlagPayload: { flag } })

  const canaries: Record<string, string[]> = {
    password: [password],
    'mailed link': [activation, reset],
    session: [...cookies, ...cookies.map((cookie) => cookie.split('.')[1] ?? ''), ...bearers],
    'second factor': [key, ...recovery.codes],
    'keys of a cloud account': [keys.AWS_SECRET_ACCESS_KEY],
    'keys of a lab': labKeys,
    flag: [flag],
    'voucher code': [voucher],
  }
  const dump = await dumpTables()
  for (const [kind, values] of Object.entries(canaries)) {
    expect(
      values.filter((value) => value.length < 8 || value === 'none'),
      `each ${kind} is there`,
    ).toEqual([])
    for (const value of values) {
      expect(columnsContaining(dump, value), `${kind} in the tables`).toEqual(meant[kind] ?? [])
      expect(
        payloads.filter((payload) => payload.includes(value)),
        `${kind} in a job`,
      ).toEqual([])
    }
  }
})
