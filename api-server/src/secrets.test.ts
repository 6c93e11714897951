import { describe, expect, test } from 'vitest'
import { createSecrets, hashToken, randomToken } from './secrets.ts'

const secrets = createSecrets('a secret of at least thirty-two characters')

describe('sealed text', () => {
  test('opens for its own row and purpose, and is different each time', () => {
    const sealed = secrets.seal('credentials', 'row-1', 'AKIA-zażółć')
    expect(secrets.open('credentials', 'row-1', sealed)).toBe('AKIA-zażółć')
    expect(secrets.seal('credentials', 'row-1', 'AKIA-zażółć')).not.toBe(sealed)
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('AKIA')
  })

  test('is refused when swapped between two rows', () => {
    const [first, second] = ['row-1', 'row-2'].map((row) => secrets.seal('credentials', row, `secret of ${row}`))
    expect(() => secrets.open('credentials', 'row-2', first ?? '')).toThrow()
    expect(() => secrets.open('credentials', 'row-1', second ?? '')).toThrow()
  })

  test('is refused for another purpose, with another key, changed or truncated', () => {
    const sealed = secrets.seal('credentials', 'row-1', 'secret')
    const bytes = Buffer.from(sealed, 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    expect(() => secrets.open('factor', 'row-1', sealed)).toThrow()
    expect(() =>
      createSecrets('another secret of thirty-two characters').open('credentials', 'row-1', sealed),
    ).toThrow()
    expect(() => secrets.open('credentials', 'row-1', bytes.toString('base64'))).toThrow()
    for (let length = 0; length < bytes.length; length++) {
      const short = Buffer.from(sealed, 'base64').subarray(0, length).toString('base64')
      expect(() => secrets.open('credentials', 'row-1', short), `${length} bytes`).toThrow()
    }
  })

  test('refuses a tag truncated to four bytes, because it could be guessed', () => {
    const empty = Buffer.from(secrets.seal('credentials', 'row-1', ''), 'base64')
    expect(empty).toHaveLength(28)
    expect(() => secrets.open('credentials', 'row-1', empty.subarray(0, 16).toString('base64'))).toThrow()
  })
})

describe('keys', () => {
  test('are the same for the same secret, and differ by purpose and by secret', () => {
    const again = createSecrets('a secret of at least thirty-two characters')
    expect(again.key('access-token')).toEqual(secrets.key('access-token'))
    expect(secrets.key('video-url')).not.toEqual(secrets.key('access-token'))
    expect(createSecrets('another secret of thirty-two characters').key('access-token')).not.toEqual(
      secrets.key('access-token'),
    )
    expect(secrets.key('access-token')).toHaveLength(32)
  })

  test('compare values of any length by their hashes', () => {
    expect(secrets.equal('flag-compare', 'FLAG{one}', 'FLAG{one}')).toBe(true)
    expect(secrets.equal('flag-compare', 'FLAG{one}', 'FLAG{on}')).toBe(false)
    expect(secrets.equal('flag-compare', '', 'FLAG{one}')).toBe(false)
  })
})

test('a token has at least 128 bits and is stored as a hash', () => {
  const tokens = new Set(Array.from({ length: 1_000 }, () => randomToken()))
  expect(tokens.size).toBe(1_000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16)
  const [token = ''] = tokens
  expect(hashToken(token)).toBe(hashToken(token))
  expect(hashToken(token)).not.toContain(token)
})
