import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOfChild } from '../../test/database.ts'
import { runCommand } from '../../test/spawn.ts'

const root = mkdtempSync(join(tmpdir(), 'flagyard-content-'))
let database: Awaited<ReturnType<typeof databaseOfChild>>
beforeAll(async () => {
  database = await databaseOfChild()
})
afterAll(async () => {
  await database.drop()
  rmSync(root, { recursive: true, force: true })
})

const demo = fileURLToPath(new URL('../../../content/demo', import.meta.url))

const env = {
  INIT_CWD: root,
  DATA_DIR: join(root, 'data'),
  SECRET_KEY: 'a secret key of the tests, long enough',
}
/** Runs the command as from the folder `root`. */
const run = (...args: string[]) => runCommand('flagyard', ['content', ...args], { ...env, ...database.env })

test('a typing error prints the usage, and a missing folder its path', async () => {
  expect(await run('improt', 'mine')).toMatchObject({
    code: 64,
    errors: expect.stringMatching(/Usage: flagyard content/),
  })
  expect(await run('check', 'nowhere')).toMatchObject({
    code: 64,
    errors: expect.stringContaining(join(root, 'nowhere')),
  })
}, 180_000)

test('reports errors with file and line, and with the exit code', async () => {
  mkdirSync(join(root, 'broken/bundles'), { recursive: true })
  writeFileSync(join(root, 'broken/bundles/all.yaml'), 'title: All\nprice: 3\n')
  const { code, output, errors } = await run('check', 'broken')
  expect({ code, output }).toEqual({ code: 65, output: '' })
  expect(errors).toBe('bundles/all.yaml:2: price: This must be an object.\n\n1 problem\n')
}, 180_000)

test('the demo sample is imported into an empty database, exported unchanged, and imported again without changes', async () => {
  const preview = await run('diff', demo)
  expect(preview.output).toMatch(/^added {4}course aws-red-team-foundations$[\s\S]*Preview: 15 added\.\n$/m)
  expect((await run('import', demo)).output).toBe(preview.output.replace('Preview', 'Done'))
  const exported = await run('export', 'out')
  expect(exported.output).toMatch(/has 68 texts and 18 files\.\nLeft out: 10 secrets of flags\./)
  expect(readdirSync(join(root, 'out')).toSorted()).toEqual(['bundles', 'courses', 'exams', 'files', 'forms', 'labs'])
  expect((await run('diff', 'out')).output).toBe('Preview: nothing to change.\n')
}, 120_000)
