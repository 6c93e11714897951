export interface StreamEvent {
  id: string | undefined
  event: string
  data: string
}

/** A server that says nothing at all for this long is taken for gone; it sends a comment far more often. */
const MOST_SILENCE_MS = 60_000

/** Reads server-sent events off an answer, until it ends, is cut (throws) or falls silent (throws). */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  mostSilence: number = MOST_SILENCE_MS,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), mostSilence)
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readBlock(block)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function readBlock(block: string): StreamEvent | null {
  const fields = block.split(/\r\n|\n|\r/).map((line) => {
    const colon = line.indexOf(':')
    return colon < 0
      ? ([line, ''] as const)
      : ([line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const)
  })
  const last = (name: string) => fields.findLast(([field]) => field === name)?.[1]
  const data = fields.filter(([field]) => field === 'data').map(([, value]) => value)
  if (data.length === 0) return null
  return { id: last('id'), event: last('event') || 'message', data: data.join('\n') }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream fell silent.')), milliseconds)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
