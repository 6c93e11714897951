import { ApiError } from '@flagyard/api-types/contract/problem'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Maximum silence of a connection in milliseconds. The server sends comments far more often, so a longer silence means that it is dead. */
const MAX_SILENCE_MS = 60_000

/** Yields the server-sent events of a response until it ends. Throws if the connection breaks or falls silent. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxSilenceMs: number = MAX_SILENCE_MS,
): AsyncGenerator<EventSourceMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), maxSilenceMs)
      if (done) return
      parser.feed(value)
      yield* events.splice(0)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

async function withTimeout<T>(task: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream fell silent.')), milliseconds)
  })
  try {
    return await Promise.race([task, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** True for errors that a retry cannot fix: not signed in, no permission, not found. */
export const isFinal = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** Resolves after the given time, or earlier if the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
