import { bodyName, type Operation, pathNames } from './operation.ts'

/** Thrown by the client when a required parameter is missing. The message is published: do not change it. */
export class MissingParameterError extends Error {
  constructor(name: string, call: string) {
    super(`Required parameter ${name} was null or undefined when calling ${call}.`)
    this.name = 'MissingParameterError'
  }
}

export interface OutgoingRequest {
  method: Operation['method']
  /** With parameter values and query, without the base path. */
  path: string
  json?: unknown
  form?: URLSearchParams
}

/** Builds the request from a call's flat input. Throws if a required parameter is missing. */
export function toRequest(call: string, row: Operation, input: Record<string, unknown>): OutgoingRequest {
  const body = bodyName(row)
  const required = [...pathNames(row.path), ...(row.required ?? []), ...(body && !row.bodyOptional ? [body] : [])]
  for (const name of required)
    if (input[name] === null || input[name] === undefined) throw new MissingParameterError(name, call)

  const inPath = new Set(pathNames(row.path))
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const fields = Object.entries(input).filter(
    ([name, value]) => !inPath.has(name) && name !== body && value !== undefined && value !== null,
  )
  const pairs = fields.map(([name, value]) => [name, String(value)])
  const query = row.query ? new URLSearchParams(pairs).toString() : ''
  return {
    method: row.method,
    path: query ? `${path}?${query}` : path,
    ...(body && input[body] !== undefined ? { json: input[body] } : {}),
    ...(row.form ? { form: new URLSearchParams(pairs) } : {}),
  }
}
