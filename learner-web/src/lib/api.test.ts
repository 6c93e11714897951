import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionOf } from '../../test/app.tsx'
import { api } from './api.ts'
import { session } from './session.ts'

afterEach(() => {
  session.set(null)
  vi.restoreAllMocks()
})

/** Answers each request with the next of these; returns the requests that were sent. */
function mockNetwork(...answers: (Response | Error)[]): Request[] {
  const sent: Request[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    sent.push(new Request(input, init))
    const answer = answers[sent.length - 1] ?? new Response(null, { status: 500 })
    if (answer instanceof Error) throw answer
    return answer
  })
  return sent
}
const busyAnswer = () =>
  Response.json(
    { type: 'x', title: 'Busy', status: 503, code: 'unavailable', detail: 'Busy for the moment.' },
    { status: 503 },
  )
const purchaseCoursePayload = { slug: 'aws', quantity: 1 }

test('a GET that a busy server refused is tried again once', async () => {
  const sent = mockNetwork(busyAnswer(), Response.json([]))
  expect(await api.listCourses()).toEqual([])
  expect(sent.length).toBe(2)
})

test('a GET that fails twice throws the problem it was answered with', async () => {
  const sent = mockNetwork(busyAnswer(), busyAnswer())
  await expect(api.listCourses()).rejects.toMatchObject({ code: 'unavailable', message: 'Busy for the moment.' })
  expect(sent.length).toBe(2)
})

test('waits for Retry-After before the second try, at most five seconds', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  for (const [seconds, wait] of [
    ['2', 2_000],
    ['60', 5_000],
  ] as const) {
    const busy = busyAnswer()
    busy.headers.set('retry-after', seconds)
    const sent = mockNetwork(busy, Response.json([]))
    const answer = api.listCourses()
    await vi.advanceTimersByTimeAsync(wait - 1)
    expect(sent.length).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual([])
  }
})

test('a POST is tried again only with an Idempotency-Key, and then with the same one', async () => {
  const bare = mockNetwork(busyAnswer(), Response.json({}))
  await expect(api.purchaseCourse({ purchaseCoursePayload })).rejects.toMatchObject({ status: 503 })
  expect(bare.length).toBe(1)
  const keyed = mockNetwork(busyAnswer(), Response.json({ order_id: 'o' }))
  expect(await api.purchaseCourse({ purchaseCoursePayload }, { idempotencyKey: 'k1' })).toEqual({ order_id: 'o' })
  expect(keyed.map((request) => request.headers.get('idempotency-key'))).toEqual(['k1', 'k1'])
})

test('a call carries the token, and after a 401 a refreshed one', async () => {
  session.set(sessionOf())
  const sent = mockNetwork(
    new Response(null, { status: 401 }),
    Response.json({ ...sessionOf(), access_token: 'renewed' }),
    Response.json([]),
  )
  expect(await api.listMyCourses()).toEqual([])
  expect(sent.map((request) => `${new URL(request.url).pathname} ${request.headers.get('authorization')}`)).toEqual([
    '/api/v1/courses/me Bearer token',
    '/api/v1/auth/refresh null',
    '/api/v1/courses/me Bearer renewed',
  ])
})

test('a call without a required parameter is refused before anything is sent', async () => {
  const sent = mockNetwork()
  await expect(api.getCourse({ slug: null as unknown as string })).rejects.toThrow(
    'Required parameter slug was null or undefined when calling getCourse.',
  )
  expect(sent).toEqual([])
})

test('an impersonation sends nothing that would change anything or show the learner’s secrets', async () => {
  const sent = mockNetwork(Response.json([]))
  session.set({ ...sessionOf(), impersonation: { by: 'ada', until: new Date(Date.now() + 60_000).toISOString() } })
  await expect(api.purchaseCourse({ purchaseCoursePayload })).rejects.toMatchObject({ code: 'read_only_session' })
  await expect(api.listMySessions()).rejects.toMatchObject({ code: 'read_only_session' })
  expect(sent).toEqual([])
  expect(await api.listMyCourses()).toEqual([])
  expect(sent).toHaveLength(1)
})
