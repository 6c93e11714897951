const encoder = new TextEncoder()
const event = (name: string, data: unknown) =>
  encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`) as Uint8Array<ArrayBuffer>

/** Server side of the streams of an exam room: `answer` replaces the call, the others send events. */
export function examStream() {
  const open = new Set<ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>>()
  let opened = 0
  const begin = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        opened += 1
        open.add(controller)
        controller.enqueue(event('exam', null))
      },
    })
  return {
    answer: () => new Response(begin(), { headers: { 'content-type': 'text/event-stream' } }),
    opened: () => opened,
    tell: (name: 'exam' | 'notes' = 'exam', data: unknown = null) => {
      for (const controller of open) controller.enqueue(event(name, data))
    },
    cut: () => {
      for (const controller of open) controller.close()
      open.clear()
    },
  }
}
