import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { quickHash } from '../../../../../test/app.ts'
import { useRealHashes } from '../../../../../test/hashes.ts'
import { hashPassword, needsRehash, verifyPassword } from './hash.ts'

useRealHashes()

test('a password is stored as Argon2id with the OWASP settings and a new salt', async () => {
  const [one, two] = [await hashPassword('nine lives of a cat'), await hashPassword('nine lives of a cat')]
  const [, settings, salt = '', tag = ''] = /^\$argon2id\$v=19\$(.+)\$(.+)\$(.+)$/.exec(one) ?? []
  expect(settings).toBe('m=19456,t=2,p=1')
  const nonce = Buffer.from(salt, 'base64')
  expect(nonce).toHaveLength(16)
  const derived = argon2Sync('argon2id', {
    ...{ message: 'nine lives of a cat', nonce },
    ...{ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 },
  })
  expect(Buffer.from(tag, 'base64').equals(derived)).toBe(true)
  expect(two).not.toBe(one)
})

test('verifies the right password of a hash with any settings, and rejects a wrong or missing one', async () => {
  for (const hash of [await hashPassword('nine lives of a cat'), quickHash('nine lives of a cat')]) {
    expect(await verifyPassword('nine lives of a cat', hash)).toBe(true)
    expect(await verifyPassword('nine lives of a dog', hash)).toBe(false)
  }
  expect(await verifyPassword('nine lives of a cat', undefined)).toBe(false)
  expect(await verifyPassword('nine lives of a cat', 'none')).toBe(false)
})

test('a hash with outdated settings is replaced at the next sign-in', async () => {
  expect(needsRehash(await hashPassword('nine lives of a cat'))).toBe(false)
  expect(needsRehash(quickHash('nine lives of a cat'))).toBe(true)
  expect(needsRehash('none')).toBe(true)
})
