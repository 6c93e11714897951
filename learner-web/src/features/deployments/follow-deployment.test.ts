import { expect, onTestFinished, test, vi } from 'vitest'
import { deployment, running } from '../../../test/classroom.ts'
import { readEvents } from './event-stream.ts'
import { followDeployment } from './follow-deployment.ts'

const bytes = (...parts: string[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })

test('events are complete, however the network splits them', async () => {
  const events = []
  for await (const event of readEvents(
    bytes('retry: 2000\n\nid: 7\nevent: depl', 'oyment\ndata: {"a"', ':1}\n', '\n: still here\n\n'),
  ))
    events.push(event)
  expect(events).toEqual([{ id: '7', event: 'deployment', data: '{"a":1}' }])
})

test('a stream that falls silent is closed', async () => {
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: () => undefined })
  await expect(readEvents(silent, 5).next()).rejects.toThrow('fell silent')
})

test('a cut stream resumes after its last event, and the deployment is polled in between', async () => {
  const asked: string[] = []
  let streams = 0
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (!request.url.endsWith('/events')) {
      asked.push('poll')
      return Response.json(deployment())
    }
    asked.push(`stream ${request.headers.get('last-event-id')}`)
    streams += 1
    const now = streams === 1 ? deployment() : running({ state: 'ended', reason: 'learner' })
    return new Response(bytes(`id: ${streams}\nevent: deployment\ndata: ${JSON.stringify(now)}\n\n`))
  })
  onTestFinished(() => fetched.mockRestore())
  const states: string[] = []
  await followDeployment({
    id: deployment().id,
    onChange: ({ state }) => states.push(state),
    signal: new AbortController().signal,
    pollMs: 1,
  })
  expect(asked).toEqual(['stream null', 'poll', 'stream 1'])
  expect(states).toEqual(['provisioning', 'provisioning', 'ended'])
})

test('events of other types are ignored', async () => {
  const ended = running({ state: 'ended', reason: 'expired' })
  const fetched = vi
    .spyOn(window, 'fetch')
    .mockImplementation(
      async () =>
        new Response(
          bytes(
            'event: warning\ndata: {"minutes":10}\n\nevent: stopping\ndata: null\n\nevent: odd\ndata: {\n\n',
            `event: deployment\ndata: ${JSON.stringify(ended)}\n\n`,
          ),
        ),
    )
  onTestFinished(() => fetched.mockRestore())
  const states: string[] = []
  await followDeployment({
    id: ended.id,
    onChange: ({ state }) => states.push(state),
    signal: new AbortController().signal,
  })
  expect(states).toEqual(['ended'])
})
