import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { schemaOf, splitRef } from '../src/contract/schema-of.ts'
import { bulkActionOf, callOf, capabilitiesOf } from '../src/index.ts'
import { bulkAction } from '../src/schemas.ts'
import { bodyName, operations } from './rows.ts'

const published = readFileSync(new URL('./calls.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

test('the rows equal the 128 published calls in method, path and access', () => {
  const rows = Object.values(operations).filter((row) => !('extension' in row))
  const ours = rows.map((row) => `${row.method} ${row.path} ${row.auth}`)

  expect(published).toHaveLength(128)
  expect(ours.sort()).toEqual(published.map(([method, path, auth]) => `${method} ${path} ${auth}`).sort())
})

test('every payload in the specification is a body with that name on that call', () => {
  const named = published.filter(
    ([, , , body]) => body && /^[a-z]\w+(\[\])?$/.test(body) && /Payload$|Create\[\]$/.test(body),
  )
  expect(named.length).toBeGreaterThan(18)
  for (const [method, path, , body] of named) {
    const row = Object.values(operations).find((one) => one.method === method && one.path === path)
    expect(row && 'body' in row ? row.body : undefined, `${method} ${path}`).toBe(body)
  }
})

test('no two rows share a method and path, and no body name hides a path parameter', () => {
  const keys = Object.values(operations).map((row) => `${row.method} ${row.path}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const row of Object.values(operations)) expect(row.path).not.toContain(`{${bodyName(row)}}`)
})

/** Published calls that neither app makes, each with its reason. */
const UNUSED: Record<string, string> = {
  listExams: 'the public list has the exams for sale',
  checkFlag: 'the list of a lab’s flags has the same information',
  checkExamFlag: 'the list of an exam’s flags has the same information',
  listMyFlags: 'each room lists its own flags, solved or not',
  listLabFlagsForAdmin: 'the console reads a lab with its flags',
  listExamFlagsForAdmin: 'the console reads an exam with its flags',
  saveLabFlags: 'the console saves a lab with its flags as one change',
  saveExamFlags: 'the console saves an exam with its flags as one change',
  listCourseVouchers: 'the console lists the three kinds together, with a filter by kind',
  listExamVouchers: 'the console lists the three kinds together, with a filter by kind',
  listLabVouchers: 'the console lists the three kinds together, with a filter by kind',
  listUserCertificates: 'the console’s list of certificates by account is sorted and paged',
}

test('each published call is used by an app, or has a reason why not', () => {
  const roots = ['learner-web/src', 'admin-console/src', 'packages/auth/src', 'packages/ui/src']
  const sources = roots.flatMap((root) => {
    const folder = new URL(`../../../${root}/`, import.meta.url)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  })
  const words = new Set(sources.join('\n').match(/\b[a-z]\w+\b/g))
  const unused = Object.entries(operations).flatMap(([name, row]) =>
    'extension' in row || words.has(name) ? [] : [name],
  )
  expect(unused.toSorted()).toEqual(Object.keys(UNUSED).toSorted())
})

/** POST rows that create something but accept no Idempotency-Key, each with its reason. */
const WITHOUT_KEY: Record<string, string> = {
  createUpload: 'tus identifies an upload by its address',
  startPasskeyAuthentication: 'a new challenge each time; the answer is used once',
  startSigninPasskey: 'a new challenge each time; the answer is used once',
  startPasskeySignin: 'a new challenge each time; the answer is used once',
  startImpersonation: 'its code opens one session',
  openAddressLink: 'only reads data',
  importArchive: 'a checked archive is imported only once',
  importSample: 'repeating it changes nothing',
  addPasskey: 'the first call uses up the challenge',
  addExtraDataLab: 'repeating it changes nothing',
  requestMyDeletion: 'an account has at most one pending deletion',
  saveSections: 'repeating it changes nothing',
  saveExamFlags: 'repeating it changes nothing',
  saveLabFlags: 'repeating it changes nothing',
  saveExamNotes: 'repeating it changes nothing',
  saveTaxIdCheck: 'the newest check replaces the previous one',
  sendPasswordReset: 'the newest link replaces earlier ones, and mails are limited',
  askAddressLink: 'the newest link replaces earlier ones, and mails are limited',
}

test('every POST that creates something supports an Idempotency-Key, or has a reason why not', () => {
  const makes = /^(add|ask|buy|create|import|invite|make|open|purchase|request|save|send|signup|start|undoBulk)/
  const without = Object.entries(operations).flatMap(([name, row]) =>
    row.method === 'POST' && (makes.test(name) || row.status === 201) && !row.idempotent ? [name] : [],
  )
  expect(without.toSorted()).toEqual(Object.keys(WITHOUT_KEY).toSorted())
})

/** Calls that show personal data: accounts, what they own, and actions on them. */
const ABOUT_PEOPLE =
  /^(get|list)User|^list(Course)?Users$|^list(Exam|Incident)Candidates$|^listExam(Sittings|Hints)$|^listExamsToday$|^list(ExtraPoints|ConductCases)$|^list(Course|Exam|Lab)?Vouchers$|^listCertificate(s|Corrections)$|^get(Voucher(Batch)?|CertificateForAdmin)$|^previewVoucherRevocation$|^list(Entitlements|Orders|Deployments|GroupReservations|BulkItems|CloudAccountHolders|FlagAlerts|Feedback(Responses|Answers))$|^(getDeploymentForAdmin|findCloudAccountHolder|getAdminOrder|explainAccess|previewUserDeletion|getFeedbackResponse|getFlagAlert|getDeploymentInventory|downloadDocumentForAdmin)$|^(list(PaymentEvents|Transfers|Payouts|PayoutLines)|getPayout|listOrganisations|getOrganisationForAdmin|getDisputeEvidence)$/

test('every administrator call that changes data or shows people needs a capability; content and counts need none', () => {
  for (const [name, row] of Object.entries(operations)) {
    if (row.auth !== 'admin') continue
    const capabilities = 'capabilities' in row ? row.capabilities : []
    // Errors of failed jobs, texts of statements and responses of webhook receivers may contain anything.
    const isGuarded =
      ABOUT_PEOPLE.test(name) ||
      /^list((Lab|Exam)FlagsForAdmin|DeadJobs|Months|Webhooks|WebhookDeliveries)$|^get(Month(File)?|System)$/.test(name)
    // Exports use POST, because the ids of their rows may not fit into a URL.
    const reads = row.method === 'GET' || name === 'exportList'
    expect(capabilities.length > 0, name).toBe(!reads || isGuarded)
  }
})

/** Fields with names that every administrator may read: of administrators, and of reporters, whom the server hides. */
const NAMES_FOR_ALL: Record<string, string[]> = {
  listLessonReports: ['username'],
  getAlarm: ['username'],
  getAlarmSettings: ['username', 'full_name'],
}

test('responses for every administrator contain no learner names, except in fields that need a capability', () => {
  for (const [name, row] of Object.entries(operations)) {
    if (row.auth !== 'admin' || row.method !== 'GET' || row.capabilities || !row.returns) continue
    const found = fieldsOf(schemaOf(splitRef(row.returns).name)).filter((field) =>
      /^(holder|username|full_name|email|learner|candidate|buyer|recipient|address)$/.test(field),
    )
    const hidden = Object.keys(row.readCapabilities ?? {})
    const seller = name === 'getSeller' ? ['address', 'email'] : []
    const known = [...hidden, ...(NAMES_FOR_ALL[name] ?? []), ...seller]
    expect(
      [...new Set(found)].filter((field) => !known.includes(field)),
      name,
    ).toEqual([])
    for (const field of hidden) expect(fieldsOf(schemaOf(splitRef(row.returns).name)), name).toContain(field)
  }
})

/** Names of all fields of a schema, at any depth. */
function fieldsOf(schema: z.core.$ZodType, seen = new Set<unknown>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  const shape = (def.type === 'object' ? def.shape : {}) as Record<string, z.core.$ZodType>
  const parts = [def.innerType, def.element, def.valueType, def.in, def.out, ...((def.options as unknown[]) ?? [])]
  const inner = [...Object.values(shape), ...parts].filter((part) => part !== undefined) as z.core.$ZodType[]
  return [...Object.keys(shape), ...inner.flatMap((part) => fieldsOf(part, seen))]
}

test('every bulk action belongs to a list, needs the capabilities of its call, and undo is symmetric', () => {
  for (const name of bulkAction.options) {
    const { list, like, undoneBy } = bulkActionOf(name)
    expect(callOf(list).list, name).toBeDefined()
    expect(callOf(like).method, name).not.toBe('GET')
    expect(capabilitiesOf(name)?.length, name).toBeGreaterThan(0)
    if (undoneBy) expect(bulkActionOf(undoneBy).undoneBy, name).toBe(name)
  }
})

test('every list has a filter, range and sort, and one of its own keys as default sort', () => {
  const lists = Object.entries(operations).flatMap(([name, { list, ...row }]) =>
    list ? [{ name, ...list, ...row }] : [],
  )
  expect(lists.length).toBeGreaterThan(20)
  for (const { name, query, returns, sorts, defaultSort } of lists) {
    expect(query, name).toBe('listFields')
    expect(returns, name).toMatch(/\[\]$/)
    expect(sorts, name).toContain(defaultSort[0])
  }
})
