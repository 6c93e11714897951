import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A new database on the server, as a copy of the template when one is named. */
export async function createDatabase(server: string, template?: string): Promise<{ name: string; url: string }> {
  const name = `flagyard_test_${randomBytes(6).toString('hex')}`
  await administer(server, `create database ${name}${template ? ` template ${pg.escapeIdentifier(template)}` : ''}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { name, url: url.href }
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
