import { readFileSync } from 'node:fs'
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

test('every payload that the specification names is a body of that name on that call', () => {
  const named = published.filter(
    ([, , , body]) => body && /^[a-z]\w+(\[\])?$/.test(body) && /Payload$|Create\[\]$/.test(body),
  )
  expect(named.length).toBeGreaterThan(18)
  for (const [method, path, , body] of named) {
    const row = Object.values(operations).find((one) => one.method === method && one.path === path)
    expect(row && 'body' in row ? row.body : undefined, `${method} ${path}`).toBe(body)
  }
})

test('no two rows share a method and path, and no name of a body hides a path parameter', () => {
  const keys = Object.values(operations).map((row) => `${row.method} ${row.path}`)
  expect(new Set(keys).size).toBe(keys.length)
  for (const row of Object.values(operations)) expect(row.path).not.toContain(`{${bodyName(row)}}`)
})

/** The calls that show people: their accounts, what they hold, and what was done to them. */
const ABOUT_PEOPLE =
  /^(get|list)User|^list(Course)?Users$|^list(Exam|Incident)Candidates$|^listExam(Sittings|Hints)$|^listExamsToday$|^list(ExtraPoints|ConductCases)$|^list(Course|Exam|Lab)?Vouchers$|^listCertificate(s|Corrections)$|^get(Voucher(Batch)?|CertificateForAdmin)$|^previewVoucherRevocation$|^list(Entitlements|Orders|Deployments|GroupReservations|BulkItems|CloudAccountHolders|FlagAlerts|Feedback(Responses|Answers))$|^(getDeploymentForAdmin|findCloudAccountHolder|getAdminOrder|explainAccess|previewUserDeletion|getFeedbackResponse|getFlagAlert|getDeploymentInventory|downloadDocumentForAdmin)$|^(list(PaymentEvents|Transfers|Payouts|PayoutLines)|getPayout|listOrganisations|getOrganisationForAdmin|getDisputeEvidence)$/

test('every administrator call that changes something or shows people names a capability; content and counts need none', () => {
  for (const [name, row] of Object.entries(operations)) {
    if (row.auth !== 'admin') continue
    const capabilities = 'capabilities' in row ? row.capabilities : []
    // What a job said as it failed, or a receiver of webhooks as it answered, may hold anything.
    const isGuarded =
      ABOUT_PEOPLE.test(name) ||
      /^list((Lab|Exam)FlagsForAdmin|DeadJobs|Months|Webhooks|WebhookDeliveries)$|^getMonth(File)?$/.test(name)
    // A file is asked for by POST because its rows may be too many to name in an address.
    const reads = row.method === 'GET' || name === 'exportList'
    expect(capabilities.length > 0, name).toBe(!reads || isGuarded)
  }
})

/** Fields that name a person, where every administrator may read them: the administrators themselves, and reporters, whom the server hides. */
const NAMES_FOR_ALL: Record<string, string[]> = {
  listLessonReports: ['username'],
  getAlarm: ['username'],
  getAlarmSettings: ['username', 'full_name'],
}

test('what every administrator may read names no learner, except in fields that need a capability', () => {
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

test('every bulk action is one of a list, takes the rights of the call it repeats, and what undoes it is undone by it', () => {
  for (const name of bulkAction.options) {
    const { list, like, undoneBy } = bulkActionOf(name)
    expect(callOf(list).list, name).toBeDefined()
    expect(callOf(like).method, name).not.toBe('GET')
    expect(capabilitiesOf(name)?.length, name).toBeGreaterThan(0)
    if (undoneBy) expect(bulkActionOf(undoneBy).undoneBy, name).toBe(name)
  }
})

test('every list is asked for by filter, range and sort, and is sorted by one of its own keys when no key is given', () => {
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
