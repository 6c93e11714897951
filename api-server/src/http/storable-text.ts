import type { FastifyInstance } from 'fastify'
import { ApiError, invalidField } from '../errors.ts'

/** No path of ours has a NUL, which is all that a decoded path can bring: half a surrogate pair is no UTF-8. */
export function refusePathsWithNul(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (/^[^?]*%00/.test(url)) throw new ApiError('not_found', 'There is nothing here.')
  })
}

/** Nothing that any call takes is nested nearly as deeply. */
const MAX_DEPTH = 40

/** Whether Postgres can store the text: no NUL, and no half of a surrogate pair. */
const isWellFormed = (text: string) => !text.includes('\0') && text.isWellFormed()

/**
 * Refuses input with a text, or a key, that Postgres cannot store, whichever schema it is for. Throws 422 with the path of the field.
 */
export function assertStorable(value: unknown, path: string[] = []): void {
  if (path.length > MAX_DEPTH) throw invalidField(path.slice(0, 3).join('.'), 'This is nested too deeply')
  if (typeof value === 'string') {
    if (!isWellFormed(value)) throw refuse(path)
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertStorable(item, [...path, String(index)])
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      if (!isWellFormed(key)) throw refuse(path)
      assertStorable(item, [...path, key])
    }
  }
}

const refuse = (path: string[]) =>
  invalidField(path.join('.') || 'body', 'Leave out characters that cannot be displayed')
