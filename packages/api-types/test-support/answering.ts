import { z } from 'zod'
import type { Send } from '../src/contract/client.ts'
import { bodyName, type Operation, pathNames, type Rows } from '../src/contract/operation.ts'
import { ApiError, toProblem } from '../src/contract/problem.ts'
import { schemaOf } from '../src/contract/schema-of.ts'

/**
 * Mocked responses of the server by operation: a value, a promise, a function of the call's input and request, an {@link ApiError}, or a
 * whole `Response` for a file or events. `null` is a response without a body.
 */
export type Answers<R extends Rows> = { [Call in keyof R]?: unknown }

interface RecordedCall {
  call: string
  /** Path parameters, query fields, and the body under its schema's name. */
  input: Record<string, unknown>
  request: Request
}

/** Mock server. A mocked response that breaks the contract becomes 500, and so does a call without one. */
export function answering<R extends Rows>(rows: R, answers: Answers<R>) {
  const asked: RecordedCall[] = []
  const broken: string[] = []

  async function respond(request: Request): Promise<Response> {
    const [call, row] = callOf(rows, request)
    const input = await inputOf(row, request.clone())
    asked.push({ call, input, request })
    try {
      const answer = answers[call]
      return responseTo(call, row, await answerOf(answer, input, request))
    } catch (error) {
      if (error instanceof ApiError) return problem(error)
      if (!(error instanceof BrokenAnswer)) throw error
      broken.push(error.message)
      return problem(new ApiError('unexpected', error.message))
    }
  }

  return {
    asked,
    /** Mocked responses that broke the contract; must be empty at the end of a test. */
    broken,
    inputsOf: (call: keyof R) => asked.filter((one) => one.call === call).map(({ input }) => input),
    /** Replaces the browser's `fetch`. */
    fetch: (resource: RequestInfo | URL, init?: RequestInit) => respond(new Request(resource, init)),
    /** For a client created by the test. */
    send: (({ method, path, json, form }, { headers, bytes }) =>
      respond(
        new Request(new URL(`/api/v1${path}`, ORIGIN), {
          method,
          ...(json !== undefined && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
          ...(form && { body: form }),
          ...(bytes && { body: bytes }),
          ...(headers && { headers }),
        }),
      )) satisfies Send,
  }
}

/** Passes the request only to functions that declare it, so that spies are called with just the input. */
function answerOf(answer: unknown, input: object, request: Request): unknown {
  if (typeof answer !== 'function') return answer
  return answer.length > 1 ? answer(input, request) : answer(input)
}

const ORIGIN = 'http://localhost'

function callOf<R extends Rows>(rows: R, { method, url }: Request): [call: keyof R & string, row: Operation] {
  const path = new URL(url).pathname.replace('/api/v1', '')
  const all = Object.entries<Operation>(rows).filter(([, row]) => row.method === method)
  const fits = (row: Operation) => new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const found = all.find(([, row]) => row.path === path) ?? all.find(([, row]) => fits(row))
  if (!found) throw new Error(`No call of the contract is ${method} ${path}`)
  return found
}

async function inputOf(row: Operation, request: Request): Promise<Record<string, unknown>> {
  const { pathname, searchParams } = new URL(request.url)
  const pattern = new RegExp(`^/api/v1${row.path.replace(/\{\w+\}/g, '([^/]+)')}$`)
  const values = pattern.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
  const body = bodyName(row)
  const text = await request.text()
  return {
    ...Object.fromEntries(pathNames(row.path).map((name, index) => [name, values[index]])),
    ...Object.fromEntries(searchParams),
    ...(row.form && Object.fromEntries(new URLSearchParams(text))),
    ...(body && text !== '' && { [body]: JSON.parse(text) }),
  }
}

function responseTo(call: string, row: Operation, answer: unknown): Response {
  if (answer === undefined) return problem(new ApiError('unexpected', `The test has no answer to ${call}.`))
  if (answer instanceof Response) return answer.clone()
  if (answer instanceof ApiError) return problem(answer)
  if (answer === null || !row.returns) return new Response(null, { status: 204 })
  const parsed = schemaOf(row.returns).safeParse(answer)
  if (!parsed.success)
    throw new BrokenAnswer(`The answer to ${call} breaks the contract: ${z.prettifyError(parsed.error)}`)
  if (!row.list) return Response.json(parsed.data)
  const { length } = parsed.data as unknown[]
  return Response.json(parsed.data, { headers: { 'content-range': `items 0-${length - 1}/${length}` } })
}

class BrokenAnswer extends Error {}

function problem(error: ApiError): Response {
  const { status, retryAfter } = error
  const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) }
  return Response.json(toProblem(error), { status, ...(headers && { headers }) })
}
