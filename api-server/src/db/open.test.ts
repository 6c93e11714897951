import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds, openTestDatabaseOf } from '../../test/database.ts'
import { createSecrets } from '../secrets.ts'
import { explainStartFailure } from '../start-errors.ts'
import { assertSecretKey } from './assert-secret-key.ts'
import { type OpenedDatabase, openDatabase } from './open.ts'
import { settings } from './schema/index.ts'

describe.each(kinds)('a database of the kind %s', (kind) => {
  let opened: OpenedDatabase
  beforeAll(async () => {
    opened = await openTestDatabaseOf(kind)
  })
  afterAll(() => opened.close())

  test('reports its kind and responds', async () => {
    expect(opened.kind).toBe(kind)
    expect(Math.abs((await opened.ping()).getTime() - Date.now())).toBeLessThan(20_000)
  })

  test('rejects a different SECRET_KEY than at its first start', async () => {
    const [right, wrong] = [createSecrets('the right key'), createSecrets('another key')]
    await assertSecretKey(opened.db, right, { demo: false })
    await assertSecretKey(opened.db, right, { demo: false })
    for (const demo of [false, true]) {
      const refused = await assertSecretKey(opened.db, wrong, { demo }).catch((error: unknown) => error)
      const { message, exitCode } = explainStartFailure(refused)
      expect(message).toMatch(
        demo
          ? /^SECRET_KEY does not match[^\n]*Restore the file secret-key/
          : /^SECRET_KEY does not match[^\n]*Start with the/,
      )
      expect(exitCode).toBe(78)
    }
    await assertSecretKey(opened.db, right, { demo: true })
    expect(JSON.stringify(await opened.db.select().from(settings))).not.toContain('the right key')
  })

  test('migrating again changes nothing', async () => {
    await opened.migrate()
    await opened.migrate()
  })

  test('reads what a transaction wrote, inside it and after it', async () => {
    const inside = await opened.db.transaction(async (tx) => {
      await tx.insert(settings).values({ key: 'inside', value: [1, 'two'] })
      return tx.query.settings.findFirst({ where: eq(settings.key, 'inside') })
    })
    expect(inside?.value).toEqual([1, 'two'])
    expect(await opened.db.query.settings.findFirst({ where: eq(settings.key, 'inside') })).toEqual(inside)
  })

  test('a transaction that throws leaves nothing behind, and the next query works', async () => {
    const failing = opened.db.transaction(async (tx) => {
      await tx.insert(settings).values({ key: 'undone', value: 1 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await opened.db.select().from(settings).where(eq(settings.key, 'undone'))).toEqual([])
  })

  test('a nested transaction can fail separately', async () => {
    await opened.db.transaction(async (tx) => {
      await tx.insert(settings).values({ key: 'outer', value: 1 })
      await tx
        .transaction(async (inner) => {
          await inner.insert(settings).values({ key: 'inner', value: 1 })
          throw new Error('no')
        })
        .catch(() => {})
    })
    const stored = await opened.db
      .select({ key: settings.key })
      .from(settings)
      .where(sql`${settings.key} in ('outer', 'inner')`)
    expect(stored).toEqual([{ key: 'outer' }])
  })

  test('a unique violation has the same code and constraint', async () => {
    await opened.db.insert(settings).values({ key: 'twice', value: 1 })
    await expect(opened.db.insert(settings).values({ key: 'twice', value: 1 })).rejects.toMatchObject({
      cause: { code: '23505', constraint: 'settings_pkey' },
    })
  })

  test('receives notifications on commit, until it stops listening', async () => {
    const heard: string[] = []
    let wake = () => {}
    const stop = await opened.listen('news', (payload) => {
      heard.push(payload)
      wake()
    })
    const other = await opened.listen('other_news', () => wake())
    const next = () =>
      new Promise<void>((resolve) => {
        wake = resolve
      })

    const first = next()
    await opened.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('news', 'one')`)
    })
    await first
    await opened.db
      .transaction(async (tx) => {
        await tx.execute(sql`select pg_notify('news', 'never')`)
        throw new Error('no')
      })
      .catch(() => {})
    await stop()
    const last = next()
    await opened.db.execute(sql`select pg_notify('news', 'late')`)
    await opened.db.execute(sql`select pg_notify('other_news', '')`)
    await last
    expect(heard).toEqual(['one'])
    await other()
  })
})

test('DATABASE_URL decides which kind is opened', async () => {
  const opened = await openDatabase({ databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: '/nowhere' })
  expect(opened.kind).toBe('postgres')
  await opened.close()
})
