import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../test/servers/postgres.ts'
import { ConfigError } from './config.ts'
import { openPostgresDatabase } from './db/postgres/postgres.ts'
import { WrongDatabaseError } from './demo/marker.ts'
import { explainStartFailure } from './start-errors.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listen(port: number, host = '127.0.0.1'): Promise<Error | undefined> {
  const server = createServer().listen(port, host)
  servers.push(server)
  return new Promise((resolve) => {
    server.once('listening', () => resolve(undefined))
    server.once('error', resolve)
  })
}

test('reports wrong configuration with one sentence per line', () => {
  const failure = explainStartFailure(new ConfigError(['PORT must be a number.', 'DEMO must be 1 or 0.']))
  expect(failure).toEqual({
    message: 'Flagyard cannot start:\nPORT must be a number.\nDEMO must be 1 or 0.',
    exitCode: 78,
  })
})

test('explains a database of the other mode in one sentence, with a solution', () => {
  for (const demo of [true, false]) {
    const { message, exitCode } = explainStartFailure(new WrongDatabaseError(demo))
    expect(message).toMatch(/^[^\n]*database[^\n]* Use an empty one, or set DEMO=[01]\.$/)
    expect(exitCode).toBe(78)
  }
})

test('explains a port in use in one sentence', async () => {
  const port = await freePort()
  await listen(port)
  const failure = explainStartFailure(await listen(port), { host: '127.0.0.1', port, databaseUrl: undefined })
  expect(failure).toEqual({
    message: `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or set another PORT.`,
    exitCode: 69,
  })
})

test('explains a foreign listen address in one sentence', async () => {
  const failure = explainStartFailure(await listen(0, '192.0.2.1'), {
    host: '192.0.2.1',
    port: 0,
    databaseUrl: undefined,
  })
  expect(failure).toMatchObject({ message: expect.stringContaining('192.0.2.1 is not an address of this machine') })
})

test('explains an unreachable database with its address, never with its password', async () => {
  const port = await freePort()
  const password = 'hunter2'
  const databaseUrl = `postgres://somebody:${password}@127.0.0.1:${port}/flagyard`
  const opened = openPostgresDatabase(databaseUrl)
  const error = await opened.migrate().catch((reason: unknown) => reason)
  await opened.close()
  expect(explainStartFailure(error, { host: '', port: 0, databaseUrl })).toEqual({
    message: `The database at 127.0.0.1:${port}/flagyard cannot be reached (ECONNREFUSED). Check that it runs and that DATABASE_URL is right.`,
    exitCode: 69,
  })
})

test('shows the stack of an internal error', () => {
  const failure = explainStartFailure(new TypeError('x is not a function'))
  expect(failure).toMatchObject({ message: expect.stringContaining('start-errors.test.ts'), exitCode: 1 })
})
