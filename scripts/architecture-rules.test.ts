import { describe, expect, test } from 'vitest'
import * as rules from './architecture-rules.ts'

const server = 'api-server/src'
const importing = (path: string, name: string) => rules.sourceOf(path, `import { x } from '${name}'`)

describe('an import against the layers is found', () => {
  test.each([
    ['packages/api-types/src/index.ts', '@flagyard/ui'],
    ['packages/auth/src/session.ts', '@flagyard/ui'],
    ['packages/ui/src/toast.ts', '@flagyard/auth'],
    ['learner-web/src/lib/api.ts', '../features/orders/price.ts'],
    ['learner-web/src/shell/Menu.tsx', '../app/routes.ts'],
    ['learner-web/src/features/orders/Order.tsx', '../../app/routes.ts'],
    ['learner-web/src/features/orders/Order.tsx', 'ky'],
    ['admin-console/src/crud/list.tsx', 'ky'],
    [`${server}/db/open.ts`, '../features/orders/service.ts'],
    [`${server}/simulation/aws/iam.ts`, '../../db/open.ts'],
    [`${server}/simulation/aws/iam.ts`, 'node:fs'],
    [`${server}/http/lists.ts`, '../features/orders/service.ts'],
    [`${server}/features/orders/service.ts`, 'fastify'],
    [`${server}/features/orders/service.ts`, '../../registry/ports.ts'],
    [`${server}/features/orders/service.ts`, 'drizzle-orm'],
    [`${server}/features/orders/queries.ts`, './service.ts'],
  ])('%s imports %s', (path, name) => {
    expect(rules.layerViolations([importing(path, name)])).toHaveLength(1)
  })

  test('and one along them is not', () => {
    expect(rules.layerViolations([importing(`${server}/features/orders/queries.ts`, 'drizzle-orm')])).toEqual([])
    expect(rules.layerViolations([importing('learner-web/src/lib/api.ts', 'ky')])).toEqual([])
  })
})

test('an import of a feature above, or of the queries of another one, is found', () => {
  const upward = importing(`${server}/features/auth/service.ts`, '../orders/service.ts')
  const queries = importing(`${server}/features/orders/service.ts`, '../auth/queries.ts')
  expect(rules.upwardImports([upward, queries])).toHaveLength(1)
  expect(rules.foreignQueries([upward, queries])).toHaveLength(1)
})

test('a table without an owner, a write to the table of another feature, and a read of one above are found', () => {
  const schema = rules.sourceOf(
    `${server}/db/schema/all.ts`,
    "export const orders = pgTable('orders', {})\nexport const strays = pgTable('strays', {})",
  )
  const sql = 'update orders set total = 1'
  const reader = rules.sourceOf(`${server}/features/auth/queries.ts`, 'select id from orders')
  const writer = rules.sourceOf(`${server}/features/users/queries.ts`, sql)
  const owner = rules.sourceOf(`${server}/features/orders/queries.ts`, sql)
  expect(rules.ownerlessTables([schema])).toEqual(['strays'])
  expect(rules.foreignWrites([schema, writer, owner])).toEqual([`${writer.path} writes orders`])
  expect(rules.upwardReads([schema, reader, owner])).toEqual([`${reader.path} reads orders of orders`])
})

test('cycles of files and of folders are found', () => {
  const file = (path: string, name: string) => importing(`${server}/${path}`, name)
  expect(rules.cycles([file('a.ts', './b.ts'), file('b.ts', './a.ts')])).toHaveLength(1)
  const folders = [file('one/a.ts', '../two/b.ts'), file('two/b.ts', '../other.ts'), file('two/c.ts', '../one/d.ts')]
  expect(rules.cycles([...folders, file('one/d.ts', 'zod')])).toEqual([`${server}/one → ${server}/two`])
})
