import type { FastifyInstance } from 'fastify'
import { ApiError, invalidField } from '../errors.ts'

/**
 * Rejects paths with NUL. No route contains one, and it is the only character Postgres cannot store that a decoded path can contain:
 * unpaired surrogates are not valid UTF-8.
 */
export function refusePathsWithNul(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (/^[^?]*%00/.test(url)) throw new ApiError('not_found', 'There is nothing here.')
  })
}

/** Maximum nesting depth of input, far more than any call needs. */
const MAX_DEPTH = 40

/** Whether Postgres can store the text: no NUL and no unpaired surrogates. */
const isWellFormed = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Rejects input with a text or key that Postgres cannot store, for any schema. Throws 422 with the path of the field. */
export function assertStorable(value: unknown, field?: string): void {
  // One path for the whole walk: a copy per value would be slower than everything else.
  const path: string[] = field === undefined ? [] : [field]
  const walk = (key: string, inner: unknown) => {
    path.push(key)
    if (path.length > MAX_DEPTH) throw invalidField(path.slice(0, 3).join('.'), 'This is nested too deeply')
    check(inner)
    path.pop()
  }
  const check = (one: unknown) => {
    if (typeof one === 'string') {
      if (!isWellFormed(one)) throw refuse(path)
    } else if (Array.isArray(one)) {
      for (const [index, item] of one.entries()) walk(String(index), item)
    } else if (one !== null && typeof one === 'object') {
      for (const [key, item] of Object.entries(one)) {
        if (!isWellFormed(key)) throw refuse(path)
        walk(key, item)
      }
    }
  }
  check(value)
}

const refuse = (path: string[]) =>
  invalidField(path.join('.') || 'body', 'Leave out characters that cannot be displayed')
