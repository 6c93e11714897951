import { all, fullName, jsonOf } from '../resources.ts'
import type { Resource } from '../world.ts'
import { arnFor, arnOf } from './arn.ts'
import { type AwsCall, type AwsOperation, op } from './call.ts'
import { resourcePolicyOf } from './documents.ts'
import { AwsError } from './error.ts'

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

function onTable<T>(call: AwsCall, action: string, work: (table: Resource) => T, data = true): T {
  const name = call.need('table-name')
  const found = all(call.world, 'aws_dynamodb_table').find((one) => fullName(one) === name)
  return call.act(
    `dynamodb:${action}`,
    found ? arnOf(call.world, found) : arnFor(call.world, 'aws_dynamodb_table', name),
    () => {
      if (!found) throw new AwsError('ResourceNotFoundException', 'Requested resource not found')
      return work(found)
    },
    {
      data,
      parameters: { tableName: name },
      resourcePolicy: found ? { kind: 'policy', document: resourcePolicyOf(found.attributes.policy) } : undefined,
    },
  )
}

const keyOf = (call: AwsCall, option: string) => {
  const parsed = jsonOf(call.need(option)) as Record<string, { S?: string; N?: string }> | undefined
  if (!parsed) throw new AwsError('ValidationException', 'The provided key element does not match the schema')
  return parsed
}

const answer = (rows: Item[]) => ({
  Items: rows.map(shown),
  Count: rows.length,
  ScannedCount: rows.length,
  ConsumedCapacity: null,
})

/** DynamoDB read operations. */
export const dynamodb: Record<string, AwsOperation> = {
  'list-tables': op('', (call) =>
    call.act('dynamodb:ListTables', '*', () => ({ TableNames: all(call.world, 'aws_dynamodb_table').map(fullName) })),
  ),
  'describe-table': op('table-name!', (call) =>
    onTable(
      call,
      'DescribeTable',
      (one) => ({
        Table: {
          TableName: fullName(one),
          TableStatus: 'ACTIVE',
          TableArn: arnOf(call.world, one),
          ItemCount: rowsOf(one).length,
          KeySchema: [{ AttributeName: one.attributes.hash_key ?? KEY, KeyType: 'HASH' }],
        },
      }),
      false,
    ),
  ),
  scan: op('table-name! limit filter-expression projection-expression expression-attribute-values', (call) =>
    onTable(call, 'Scan', (one) => answer(rowsOf(one).slice(0, call.number('limit', 1000)))),
  ),
  query: op('table-name! key-condition-expression! expression-attribute-values! no-scan-index-forward? limit', (call) =>
    onTable(call, 'Query', (one) => {
      const wanted = Object.values(keyOf(call, 'expression-attribute-values')).map((value) => value.S ?? value.N)
      return answer(rowsOf(one).filter((row) => wanted.includes(String(row[one.attributes.hash_key ?? KEY]))))
    }),
  ),
  'get-item': op('table-name! key!', (call) =>
    onTable(call, 'GetItem', (one) => {
      const key = keyOf(call, 'key')
      const row = rowsOf(one).find((item) =>
        Object.entries(key).every(([name, value]) => String(item[name]) === (value.S ?? value.N)),
      )
      return row ? { Item: shown(row) } : undefined
    }),
  ),
}
