import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import { adminOperations } from '../src/admin.ts'
import { bulkActionNames, bulkActionOf } from '../src/bulk/actions.ts'
import { openApiDocument } from '../src/contract/openapi.ts'
import { schemaOf } from '../src/contract/schema-of.ts'
import type { FilterOf, ListName, SortOf } from '../src/index.ts'
import { operations } from './rows.ts'

test('an unknown filter or sort of a list does not compile', () => {
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

test('the OpenAPI document contains the filter and sort keys of lists', () => {
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

/** Lists without text search, each with the reason. */
const unsearched: Partial<Record<ListName, string>> = {
  ...all('rows of one record, at most a page or two', [
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
  ...all('filtered by account and content', ['listEntitlements', 'listFlagAlerts']),
  ...all('filtered by actor, action, record and time', ['listAudit']),
  ...all('anonymous; texts are searched in listFeedbackAnswers', ['listFeedbackResponses']),
  ...all('filtered by exam, state or day, and shown on the page of the account', [
    'listExtraPoints',
    'listConductCases',
    'listExamCandidates',
  ]),
  ...all('created manually, a few per year', ['listExamIncidents']),
  ...all('one row per country and rate, filtered by country', ['listTaxRates']),
  ...all('at most twenty', ['listWebhooks']),
  ...all('no human text; filtered by address, event and state', ['listWebhookDeliveries']),
}

test('every list supports text search, or has a reason why not', () => {
  const lists = Object.entries(adminOperations).flatMap(([name, row]) =>
    'list' in row ? [{ name, filter: schemaOf(row.list.filter) as z.ZodObject }] : [],
  )
  const without = lists.filter(({ filter }) => !('q' in filter.shape)).map(({ name }) => name)
  expect(without.sort()).toEqual(Object.keys(unsearched).sort())
})

/** Lists without bulk actions, each with the reason. All of them export their rows. */
const withoutBulk: Partial<Record<ListName, string>> = {
  ...all('rows of one record, whose page has the actions', [
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
  ...all('vouchers of one kind; listVouchers has the bulk actions', [
    'listCourseVouchers',
    'listExamVouchers',
    'listLabVouchers',
  ]),
  ...all('published, archived and priced individually after review', [
    'listCoursesForAdmin',
    'listLabsForAdmin',
    'listExamsForAdmin',
    'listBundlesForAdmin',
    'listFeedbackForms',
  ]),
  ...all('money: each refund and transfer is decided individually', ['listOrders', 'listTaxRates']),
  ...all('decisions about people need an individual review', [
    'listExtraPoints',
    'listConductCases',
    'listFlagAlerts',
    'listCertificateCorrections',
  ]),
  ...all('immutable records', [
    'listAudit',
    'listBulkJobs',
    'listPaymentEvents',
    'listPayouts',
    'listFeedbackResponses',
    'listFeedbackAnswers',
  ]),
  ...all('organisations are changed individually', ['listOrganisations']),
  ...all('created manually, a few per year', ['listExamIncidents']),
  ...all('only a few rows', ['listBannersForAdmin', 'listWebhooks']),
  ...all('each price is researched individually', ['listResourcePrices']),
}

test('every list has bulk actions, or has a reason why not', () => {
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
