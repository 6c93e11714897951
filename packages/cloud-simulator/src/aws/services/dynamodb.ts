import { CloudError } from '../../engine/caller.ts'
import { all, fullName, jsonOf } from '../../resources.ts'
import type { Resource } from '../../world.ts'
import { arnFor, arnOf } from '../arn.ts'
import { type AwsCall, type AwsOperations, anything, numberOf, op } from '../call.ts'
import { resourcePolicyOf } from '../documents.ts'

type Item = Record<string, unknown>

const KEY = 'id'

/** Rows of a table as plain values; `last_row` is the note in the last one. */
function rowsOf({ attributes }: Resource): Item[] {
  const items = (jsonOf(attributes.items) as Item[] | undefined) ?? [
    { [KEY]: '1001', note: 'opening balance' },
    { [KEY]: '1002', note: 'transfer' },
  ]
  return attributes.last_row ? [...items, { [KEY]: '1003', note: attributes.last_row }] : items
}

const typed = (value: unknown): object =>
  typeof value === 'number' ? { N: String(value) } : typeof value === 'boolean' ? { BOOL: value } : { S: String(value) }
const shown = (item: Item) => Object.fromEntries(Object.entries(item).map(([key, value]) => [key, typed(value)]))

const onTable = (options: string, action: string, work: (call: AwsCall, table: Resource) => unknown, data = true) =>
  op(
    `table-name! ${options}`,
    `dynamodb:${action}`,
    (call) => {
      const name = call.need('table-name')
      const resource = all(call.world, 'aws_dynamodb_table').find((one) => fullName(one) === name)
      return {
        id: resource ? arnOf(call.world, resource) : arnFor(call.world, 'aws_dynamodb_table', name),
        resource,
        missing: () => new CloudError('ResourceNotFoundException', 'Requested resource not found'),
        policy: { kind: 'policy', document: resourcePolicyOf(resource?.attributes.policy) },
        data,
        parameters: { tableName: name },
      }
    },
    work,
  )

const keyOf = (call: AwsCall, option: string) => {
  const parsed = jsonOf(call.need(option)) as Record<string, { S?: string; N?: string }> | undefined
  if (!parsed) throw new CloudError('ValidationException', 'The provided key element does not match the schema')
  return parsed
}

const answer = (rows: Item[]) => ({
  Items: rows.map(shown),
  Count: rows.length,
  ScannedCount: rows.length,
  ConsumedCapacity: null,
})

/** DynamoDB read operations. */
export const dynamodb: AwsOperations = {
  'list-tables': op('', 'dynamodb:ListTables', anything, ({ world }) => ({
    TableNames: all(world, 'aws_dynamodb_table').map(fullName),
  })),
  'describe-table': onTable(
    '',
    'DescribeTable',
    ({ world }, one) => ({
      Table: {
        TableName: fullName(one),
        TableStatus: 'ACTIVE',
        TableArn: arnOf(world, one),
        ItemCount: rowsOf(one).length,
        KeySchema: [{ AttributeName: one.attributes.hash_key ?? KEY, KeyType: 'HASH' }],
      },
    }),
    false,
  ),
  scan: onTable('limit filter-expression projection-expression expression-attribute-values', 'Scan', (call, one) =>
    answer(rowsOf(one).slice(0, numberOf(call, 'limit', 1000))),
  ),
  query: onTable(
    'key-condition-expression! expression-attribute-values! no-scan-index-forward? limit',
    'Query',
    (call, one) => {
      const wanted = Object.values(keyOf(call, 'expression-attribute-values')).map((value) => value.S ?? value.N)
      return answer(rowsOf(one).filter((row) => wanted.includes(String(row[one.attributes.hash_key ?? KEY]))))
    },
  ),
  'get-item': onTable('key!', 'GetItem', (call, one) => {
    const key = Object.entries(keyOf(call, 'key'))
    const row = rowsOf(one).find((item) => key.every(([name, value]) => String(item[name]) === (value.S ?? value.N)))
    return row ? { Item: shown(row) } : undefined
  }),
}
