import { expect, test } from 'vitest'
import { createClient, type Send } from '../src/contract/client.ts'
import { toProblem } from '../src/contract/problem.ts'
import { ApiError, operations as literal } from '../src/index.ts'
import { operations } from './rows.ts'

const answering = (answer: () => Response) => {
  const sent: Parameters<Send>[0][] = []
  const send: Send = async (request) => {
    sent.push(request)
    return answer()
  }
  return { sent, api: createClient(literal, { send }) }
}

test('refuses a call without a required value before sending it, with the published message', async () => {
  const { sent, api } = answering(() => new Response(null, { status: 204 }))
  const refused = async (call: Promise<unknown>, name: string, operation: string) =>
    expect(call).rejects.toThrow(`Required parameter ${name} was null or undefined when calling ${operation}.`)

  await refused(api.getCourse({ slug: undefined as never }), 'slug', 'getCourse')
  await refused(api.getCourse({ slug: null as never }), 'slug', 'getCourse')
  await refused(api.signup({} as never), 'signUpPayload', 'signup')
  await refused(api.signin({ username: 'ada', password: undefined as never }), 'password', 'signin')
  await refused(api.extendLabAccess({ username: 'ada', lab_slug: 'roles' } as never), 'days', 'extendLabAccess')
  await refused(api.submitFeedback({ course_slug: 'aws' } as never), 'feedbackAnswerCreate', 'submitFeedback')
  expect(sent).toEqual([])
})

test('every row names each missing path parameter', async () => {
  const { api } = answering(() => new Response(null, { status: 204 }))
  const calls = api as unknown as Record<string, (input: object) => Promise<unknown>>
  for (const [name, row] of Object.entries(operations)) {
    const first = /\{(\w+)\}/.exec(row.path)?.[1]
    if (!first) continue
    await expect(calls[name]?.({})).rejects.toThrow(
      `Required parameter ${first} was null or undefined when calling ${name}.`,
    )
  }
})

test('encodes values in the path', async () => {
  const { sent, api } = answering(() => Response.json({}))
  await api.getCourse({ slug: '../a b/ü?x#y' })
  expect(sent[0]?.path).toBe('/courses/..%2Fa%20b%2F%C3%BC%3Fx%23y')
})

test('sends the sign-in as a form, a body as JSON, and a query in the address', async () => {
  const { sent, api } = answering(() => Response.json({}))
  await api.signin({ username: 'ada', password: 'p&=ü' })
  await api.submitFlag({ id: 'f1', submitFlagPayload: { flag: 'FLAG{x}' } })
  await api.extendLabAccess({
    username: 'ada',
    lab_slug: 'roles',
    days: 3,
    labCorrection: { version: 1, reason: 'Ill' },
  })
  expect(sent.map(({ path, json, form }) => ({ path, json, form: form?.toString() }))).toEqual([
    { path: '/auth/signin', json: undefined, form: 'username=ada&password=p%26%3D%C3%BC' },
    { path: '/flags/f1/me', json: { flag: 'FLAG{x}' }, form: undefined },
    { path: '/admin/user/ada/labs/roles/extend_access?days=3', json: { version: 1, reason: 'Ill' }, form: undefined },
  ])
})

test('a list returns its page with the total of Content-Range', async () => {
  const { api } = answering(
    () =>
      new Response('[{"id":"a"}]', {
        headers: { 'content-range': 'users 0-0/319', 'x-total-estimated': 'true', 'x-total-capped': 'true' },
      }),
  )
  expect(await api.listUsers({})).toEqual({ data: [{ id: 'a' }], total: 319, estimated: true, capped: true })
})

test('restores the error of a problem document, with its fields and the retry delay', async () => {
  const problem = toProblem(
    new ApiError('invalid', 'Look again', { errors: [{ field: 'email', message: 'Not an address' }] }),
  )
  const { api } = answering(() => Response.json(problem, { status: 422, headers: { 'retry-after': '7' } }))
  await expect(api.listCourses()).rejects.toMatchObject({
    code: 'invalid',
    status: 422,
    message: 'Look again',
    retryAfter: 7,
    errors: [{ field: 'email', message: 'Not an address' }],
  })
})

test('converts other error responses to a clear error', async () => {
  const { api } = answering(() => new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(api.listCourses()).rejects.toMatchObject({ code: 'unavailable' })
})
