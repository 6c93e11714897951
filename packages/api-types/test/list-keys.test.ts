import { expect, expectTypeOf, test } from 'vitest'
import { openApiDocument } from '../src/contract/openapi.ts'
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

interface Parameter {
  name: string
  content: { 'application/json': { schema: object } }
}
