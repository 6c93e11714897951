import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseOfChild } from '../../test/database.ts'
import { runCommand } from '../../test/spawn.ts'
import { openEmbeddedDatabase } from '../db/embedded/embedded.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'flagyard-administrator-'))
let database: Awaited<ReturnType<typeof databaseOfChild>>
beforeAll(async () => {
  database = await databaseOfChild()
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const production = { DATA_DIR: dataDir, SECRET_KEY: 'a secret key of the tests, long enough' }

const run = (args: string[], input = '', env: Record<string, string> = database.env) =>
  runCommand('flagyard', ['admin', ...args], { ...production, ...env }, input)

test('a typing error prints the usage and changes nothing', async () => {
  for (const args of [['constructor'], ['unlock'], ['create', 'ada', '--owner']]) {
    const { code, output, errors } = await run(args)
    expect({ code, output }, args.join(' ')).toEqual({ code: 64, output: '' })
    expect(errors).toMatch(/^Usage: flagyard admin (COMMAND|create USERNAME EMAIL|unlock USERNAME)/m)
  }
}, 180_000)

test('creates the first administrator with a password from standard input, or prints a generated one once', async () => {
  const weak = await run(['create', 'ada', 'ada@staff.example', '--password-stdin'], 'password123\n')
  expect(weak).toMatchObject({ code: 65, output: '', errors: expect.stringMatching(/^password: .*attacker.*\n$/) })

  const first = await run(['create', 'ada', 'ada@staff.example', '--password-stdin'], 'nine lives of a cat\n')
  expect(first).toEqual({
    code: 0,
    output: 'Created the administrator ada. Capabilities: cloud, content, finance, owner, support.\n',
    errors: '',
  })
  const second = await run(['create', 'boa', 'boa@staff.example', '--name', 'Boa Reader'])
  expect(second.output).toMatch(/only read\.\nPassword, shown only once: [\w-]{20}\n$/)
  expect(await run(['unlock', 'boa'])).toMatchObject({ code: 0, output: expect.stringContaining('was not disabled') })
}, 180_000)

test('asks to stop the server while it uses the embedded database', async () => {
  const server = await openEmbeddedDatabase(dataDir)
  const { code, errors } = await run(['unlock', 'ada'], '', {})
  await server.close()
  expect(code).toBe(69)
  expect(errors).toBe(`The server is using the database in ${dataDir}: stop it first, then run this again.\n`)
})
