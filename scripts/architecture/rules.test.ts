import { describe, expect, test } from 'vitest'
import * as rules from './rules.ts'

const server = 'api-server/src'
const importing = (path: string, name: string) => rules.sourceOf(path, `import { x } from '${name}'`)

describe('finds an import against the layers', () => {
  test.each([
    ['packages/api-types/src/index.ts', '@flagyard/ui'],
    ['packages/auth/src/session.ts', '@flagyard/ui'],
    ['packages/ui/src/toast.ts', '@flagyard/auth'],
    ['learner-web/src/lib/api.ts', '../features/orders/price.ts'],
    ['learner-web/src/shell/Menu.tsx', '../app/routes.ts'],
    ['learner-web/src/features/orders/Order.tsx', '../../app/routes.ts'],
    ['learner-web/src/features/orders/Order.tsx', 'ky'],
    ['admin-console/src/crud/list.tsx', 'ky'],
    [`${server}/db/open.ts`, '../areas/commerce/orders/service.ts'],
    ['packages/cloud-simulator/src/aws/iam.ts', '../../../../api-server/src/db/open.ts'],
    ['packages/cloud-simulator/src/aws/iam.ts', '@flagyard/api-types'],
    ['packages/cloud-simulator/src/aws/iam.ts', 'node:fs'],
    ['packages/record-verifier/src/verify.ts', '@flagyard/api-types'],
    ['packages/record-verifier/src/verify.ts', '../../../api-server/src/deps.ts'],
    [`${server}/http/lists.ts`, '../areas/commerce/orders/service.ts'],
    [`${server}/areas/commerce/orders/service.ts`, 'fastify'],
    [`${server}/areas/commerce/orders/service.ts`, '../../../registry/ports.ts'],
    [`${server}/areas/commerce/orders/service.ts`, 'drizzle-orm'],
    [`${server}/areas/commerce/orders/queries.ts`, './service.ts'],
  ])('%s imports %s', (path, name) => {
    expect(rules.layerViolations([importing(path, name)])).toHaveLength(1)
  })

  test('accepts an import along the layers', () => {
    expect(rules.layerViolations([importing(`${server}/areas/commerce/orders/queries.ts`, 'drizzle-orm')])).toEqual([])
    expect(rules.layerViolations([importing('learner-web/src/lib/api.ts', 'ky')])).toEqual([])
  })
})

test('an import of a feature above, or past the door of another one, is found', () => {
  const upward = importing(`${server}/areas/platform/auth/service.ts`, '../../commerce/orders/index.ts')
  const past = importing(`${server}/areas/commerce/orders/service.ts`, '../../platform/auth/queries.ts')
  const fromDemo = importing(`${server}/demo/people.ts`, '../areas/platform/auth/hash.ts')
  const registry = importing(`${server}/registry/routes.ts`, '../areas/platform/auth/routes.ts')
  const own = importing(`${server}/areas/platform/auth/sign-in/routes.ts`, '../queries.ts')
  const all = [upward, past, fromDemo, registry, own]
  expect(rules.upwardImports(all)).toHaveLength(1)
  expect(rules.pastDoors(all)).toHaveLength(2)
})

test('what a door exports without a docstring is found', () => {
  const door = rules.sourceOf(`${server}/areas/platform/auth/index.ts`, "export { a, b, type C } from './rules.ts'\n")
  const text = '/** Described. */\nexport const a = 1\nexport async function b() {}\nexport interface C {}'
  const file = rules.sourceOf(`${server}/areas/platform/auth/rules.ts`, text)
  expect(rules.undescribedExports([door, file])).toEqual([`${file.path} b`])
})

test('finds a reader of the command line other than its parser', () => {
  const reading = (name: string) => rules.sourceOf(`${server}/${name}`, 'process.argv.slice(2)')
  expect(rules.argumentReaders([reading('main.ts'), reading('commands/command-line.ts')])).toEqual([
    `${server}/main.ts`,
  ])
})

describe('migrations that the previous release cannot run on', () => {
  const found = (text: string, name = '0086_new.sql') => rules.narrowingMigrations([{ name, text }], '1.2.0').length
  test.each([
    'ALTER TABLE "users" DROP COLUMN "name";',
    'drop table users',
    'ALTER TABLE "users" RENAME COLUMN "name" TO "full_name";',
    'ALTER TABLE "users" RENAME TO "people";',
    'ALTER TABLE "users" ALTER COLUMN "age" SET DATA TYPE text;',
    'ALTER TABLE "users" ALTER COLUMN "age" SET NOT NULL;',
    'ALTER TABLE "users" ADD COLUMN "age" integer NOT NULL;',
    '-- unused since 1.2.0\nALTER TABLE "users" DROP COLUMN "name";',
    '-- unused since 1.1.0\nALTER TABLE "users" DROP COLUMN "a";--> statement-breakpoint\nDROP TABLE "b";',
  ])('%s is refused', (text) => {
    expect(found(text)).toBe(1)
  })
  test.each([
    'ALTER TABLE "users" ADD COLUMN "age" integer;',
    'ALTER TABLE "users" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;',
    `ALTER TABLE "users" ADD COLUMN "slug" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;`,
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY NOT NULL);',
    'DROP INDEX "users_name";',
    `INSERT INTO settings VALUES ('drop table users');`,
    '-- unused since 1.1.0\nALTER TABLE "users" DROP COLUMN "name";',
  ])('%s is accepted', (text) => {
    expect(found(text)).toBe(0)
  })
  test('earlier migrations are not checked', () => {
    expect(found('DROP TABLE "users";', '0085_old.sql')).toBe(0)
  })
})

test('finds an upward import between server layers, including types', () => {
  const wrong = [importing(`${server}/config.ts`, './db/open.ts'), importing(`${server}/deps.ts`, './areas/a/b/c.ts')]
  expect(rules.upwardLayers(wrong)).toHaveLength(2)
  expect(rules.upwardLayers([importing(`${server}/db/open.ts`, '../config.ts')])).toEqual([])
})

test('finds a feature outside its area, and a folder without a feature', () => {
  const misplaced = importing(`${server}/areas/support/orders/service.ts`, 'zod')
  const placed = importing(`${server}/areas/commerce/orders/service.ts`, 'zod')
  expect(rules.misplacedFeatures([misplaced, placed])).toEqual(['support/orders'])
  const folders = ['packages/api-types/src', 'admin-console/src/features', 'learner-web/src/features']
  const files = ['exam-room/a.ts', 'exam-attempts/a.ts'].flatMap((file) => folders.map((folder) => `${folder}/${file}`))
  expect(rules.foreignWords(files.map((path) => importing(path, 'zod')))).toEqual(
    folders.map((folder) => `${folder}/exam-room`),
  )
})

test('finds a call in the contract of a different feature than the one that serves it', () => {
  const rows = rules.sourceOf(
    'packages/api-types/src/courses/operations.ts',
    "export const a = {\n  getSeat: admin('GET /seats/{id}', 'seat', {\n",
  )
  const routes = (path: string) =>
    rules.sourceOf(`${server}/areas/${path}/routes.ts`, "handle(api, 'getSeat', () => 1)")
  expect(rules.foreignRows([rows, routes('commerce/seats')])).toEqual([
    'getSeat is served by seats, and its row is in courses',
  ])
  expect(rules.foreignRows([rows, routes('catalogue/courses')])).toEqual([])
})

test('finds a table without an owner, a write to another feature’s table, and a read of a higher one', () => {
  const schema = rules.sourceOf(
    `${server}/db/schema/all.ts`,
    "export const orders = pgTable('orders', {})\nexport const strays = pgTable('strays', {})",
  )
  const sql = 'update orders set total = 1'
  const reader = rules.sourceOf(`${server}/areas/platform/auth/queries.ts`, 'select id from orders')
  const writer = rules.sourceOf(`${server}/areas/support/users/queries.ts`, sql)
  const owner = rules.sourceOf(`${server}/areas/commerce/orders/queries.ts`, sql)
  expect(rules.ownerlessTables([schema])).toEqual(['strays'])
  expect(rules.foreignWrites([schema, writer, owner])).toEqual([`${writer.path} writes orders`])
  expect(rules.upwardReads([schema, reader, owner])).toEqual([`${reader.path} reads orders of orders`])
})

test('finds cycles of files and of folders', () => {
  const file = (path: string, name: string) => importing(`${server}/${path}`, name)
  expect(rules.cycles([file('a.ts', './b.ts'), file('b.ts', './a.ts')])).toHaveLength(1)
  const folders = [file('one/a.ts', '../two/b.ts'), file('two/b.ts', '../other.ts'), file('two/c.ts', '../one/d.ts')]
  expect(rules.cycles([...folders, file('one/d.ts', 'zod')])).toEqual([`${server}/one → ${server}/two`])
  expect(rules.cycles([file('a.ts', 'zod')], [file('b.test.ts', './c.ts'), file('c.ts', './b.test.ts')])).toHaveLength(
    1,
  )
})

test('finds spreads that pack properties onto one line', () => {
  const text = 'const a = {\n  ...{ b: 1 },\n  ...(c && { d: 1 }),\n}\n<A {...{ b }} />'
  expect(rules.packedSpreads([{ path: 'a.ts', text, imports: [] }])).toEqual([expect.stringMatching(/^a\.ts:2 /)])
})
