import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { adminOperations } from '../src/admin.ts'
import { bulkActionNames, bulkActionOf } from '../src/bulk/actions.ts'
import { openApiDocument } from '../src/contract/openapi.ts'
import { schemaOf } from '../src/contract/schema-of.ts'
import type { FilterOf, ListName, SortOf } from '../src/index.ts'
import { operations } from './rows.ts'

test('a filter or a sort that a list does not have is no program', () => {
  const filter: FilterOf<'listVouchers'> = { state: 'expired', id: ['one'] }
  const sort: SortOf<'listVouchers'> = 'expires_at'
  expect([filter, sort]).toBeDefined()
  // @ts-expect-error no voucher is in this state
  expect({ state: 'expire' } satisfies FilterOf<'listVouchers'>).toBeDefined()
  // @ts-expect-error vouchers have no such filter
  expect({ stat: 'expired' } satisfies FilterOf<'listVouchers'>).toBeDefined()
  // @ts-expect-error the rows of a job are those of one job
  expect({ state: 'done' } satisfies FilterOf<'listBulkItems'>).toBeDefined()
  // @ts-expect-error vouchers are not sorted by their state
  expect('state' satisfies SortOf<'listVouchers'>).toBeDefined()
  expectTypeOf<'listVouchers'>().toExtend<ListName>()
  expectTypeOf<'getUser'>().not.toExtend<ListName>()
})

test('the OpenAPI document tells by which keys a list is filtered and sorted', () => {
  const document = openApiDocument(operations, { serverUrl: 'http://localhost:3000', version: '1' })
  const paths = document.paths as Record<string, { get: { parameters: Parameter[] } }>
  const { schemas } = document.components as { schemas: Record<string, { properties: object; required?: string[] }> }
  const shapeOf = (path: string, name: string) =>
    paths[path]!.get.parameters.find((one) => one.name === name)!.content['application/json'].schema

  expect(shapeOf('/vouchers', 'filter')).toEqual({ $ref: '#/components/schemas/voucherFilterRequest' })
  expect(Object.keys(schemas.voucherFilterRequest!.properties)).toContain('organisation')
  expect(schemas.bulkItemFilterRequest!.required).toEqual(['job'])
  expect(shapeOf('/vouchers', 'sort')).toMatchObject({
    prefixItems: [
      { enum: ['id', 'created_at', 'expires_at', 'activated_at', 'code', 'organisation', 'recipient'] },
      { enum: ['ASC', 'DESC'] },
    ],
    default: ['created_at', 'DESC'],
  })
})

/** Lists that no one searches by words, each with the reason. */
const unsearched: Partial<Record<ListName, string>> = {
  ...all('of one record, where a page or two is the most', [
    'listUserSessions',
    'listUserMails',
    'listUserProgress',
    'listUserExams',
    'listCourseRevisions',
    'listLabRevisions',
    'listExamRevisions',
    'listPayoutLines',
    'listBulkItems',
    'listIncidentCandidates',
  ]),
  ...all('found by account and content, each of which is a filter', ['listEntitlements', 'listFlagAlerts']),
  ...all('found by who, what, on which record and when, each of which is a filter', ['listAudit']),
  ...all('answers without the names of people: their words are searched in listFeedbackAnswers', [
    'listFeedbackResponses',
  ]),
  ...all('found by exam, state or day, and by the page of the account', [
    'listExtraPoints',
    'listConductCases',
    'listExamCandidates',
  ]),
  ...all('declared by hand, a few a year', ['listExamIncidents']),
  ...all('one row a country and change of its rate, found by the country', ['listTaxRates']),
  ...all('at most twenty', ['listWebhooks']),
  ...all('machines wrote them: found by address, event and state', ['listWebhookDeliveries']),
}

test('every list is searched by words, or says why not', () => {
  const lists = Object.entries(adminOperations).flatMap(([name, row]) =>
    'list' in row ? [{ name, filter: schemaOf(row.list.filter) as z.ZodObject }] : [],
  )
  const without = lists.filter(({ filter }) => !('q' in filter.shape)).map(({ name }) => name)
  expect(without.sort()).toEqual(Object.keys(unsearched).sort())
})

/** Lists without bulk actions, each with the reason. All of them export their rows. */
const withoutBulk: Partial<Record<ListName, string>> = {
  ...all('of one record, whose page has the actions', [
    'listUserSessions',
    'listUserMails',
    'listUserProgress',
    'listUserExams',
    'listCourseUsers',
    'listExamCandidates',
    'listCourseRevisions',
    'listLabRevisions',
    'listExamRevisions',
    'listPayoutLines',
    'listBulkItems',
    'listWebhookDeliveries',
  ]),
  ...all('the vouchers of one kind: their bulk actions are those of listVouchers', [
    'listCourseVouchers',
    'listExamVouchers',
    'listLabVouchers',
  ]),
  ...all('published, archived and priced one by one, after what each still lacks was read', [
    'listCoursesForAdmin',
    'listLabsForAdmin',
    'listExamsForAdmin',
    'listBundlesForAdmin',
    'listFeedbackForms',
  ]),
  ...all('money: each refund and transfer is decided for itself', ['listOrders', 'listTaxRates']),
  ...all('a person is judged, after what they wrote or did was read', [
    'listExtraPoints',
    'listConductCases',
    'listFlagAlerts',
    'listCertificateCorrections',
  ]),
  ...all('a record of what happened, which nothing changes', [
    'listAudit',
    'listBulkJobs',
    'listPaymentEvents',
    'listPayouts',
    'listFeedbackResponses',
    'listFeedbackAnswers',
  ]),
  ...all('an organisation is changed with its managers, one by one', ['listOrganisations']),
  ...all('declared by hand, a few a year', ['listExamIncidents']),
  ...all('a handful', ['listBannersForAdmin', 'listWebhooks']),
  ...all('each price is looked up for itself', ['listResourcePrices']),
}

test('every list has bulk actions, or says why not', () => {
  const acted = new Set(bulkActionNames.map((name) => bulkActionOf(name).list))
  const lists = Object.entries(adminOperations).flatMap(([name, row]) => ('list' in row ? [name as ListName] : []))
  expect(lists.filter((name) => !acted.has(name)).sort()).toEqual(Object.keys(withoutBulk).sort())
})

function all(reason: string, names: ListName[]) {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

interface Parameter {
  name: string
  content: { 'application/json': { schema: object } }
}
