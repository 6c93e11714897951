import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  /** Total number of responses. */
  count: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Responses with an unexpected status and failed requests, with their number. */
  unexpected: string[]
}

export interface Loading {
  request: { method: 'GET' | 'POST'; path: string }
  /** Called for each request. */
  headers(): Record<string, string>
  body?(): string
  expects: number
}

/** Loads one address with autocannon. Latencies are measured on the responses, because autocannon's own are whole milliseconds. */
export async function load(
  url: string,
  { request, headers, body, expects }: Loading,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<Load> {
  const times: number[] = []
  const unexpected: string[] = []
  const began = performance.now()
  let last = began
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections,
        duration: seconds,
        timeout: 10,
        requests: [
          {
            ...request,
            setupRequest: (one) => ({
              ...one,
              headers: {
                ...one.headers,
                ...(body ? { 'content-type': 'application/json' } : {}),
                ...headers(),
              },
              ...(body ? { body: body() } : {}),
            }),
          },
        ],
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_client, status, _bytes, milliseconds) => {
      times.push(milliseconds)
      last = performance.now()
      if (status !== expects) unexpected.push(String(status))
    })
    run.on('reqError', (error) => unexpected.push(error.message))
  })
  const elapsed = (last - began) / 1_000
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / elapsed,
    count: times.length,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    unexpected,
  }
}

const quantile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const median = (values: number[]) =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
