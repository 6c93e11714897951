import { expect, onTestFinished, test, vi } from 'vitest'
import { reportError, startMonitoring } from './monitoring.ts'
import { scrubUrl, sentryOptions } from './sentry.ts'

test('everything is sampled, text is not masked, media is not blocked; inputs and secrets are', () => {
  const replay = vi.fn()
  const options = sentryOptions(
    { browserTracingIntegration: vi.fn(), replayIntegration: replay },
    'https://k@sentry.example/1',
  )
  expect(options).toMatchObject({ tracesSampleRate: 1, replaysSessionSampleRate: 1, replaysOnErrorSampleRate: 1 })
  expect(replay).toHaveBeenCalledWith(
    expect.objectContaining({
      maskAllText: false,
      blockAllMedia: false,
      maskAllInputs: true,
      block: ['[data-sentry-block]'],
    }),
  )
})

test('addresses leave the page without query, fragment and video tokens', () => {
  expect(scrubUrl('https://a.test/signin?next=/x#token=abc')).toBe('https://a.test/signin')
  expect(scrubUrl('/reset_password#token=abc')).toBe('/reset_password')
  expect(scrubUrl('https://a.test/api/v1/videos/secret/file.mp4')).toBe('https://a.test/api/v1/videos/…/file.mp4')
  expect(scrubUrl('Is this a question? Yes # really')).toBe('Is this a question? Yes # really')
})

test('addresses are scrubbed wherever they are in an event', () => {
  const { beforeSend } = sentryOptions({ browserTracingIntegration: vi.fn(), replayIntegration: vi.fn() }, 'x')
  const event = {
    request: { url: 'https://a.test/x?code=1' },
    breadcrumbs: [{ data: { to: '/y#token=2' } }],
    message: 'kept',
  }
  expect(beforeSend(event)).toEqual({
    request: { url: 'https://a.test/x' },
    breadcrumbs: [{ data: { to: '/y' } }],
    message: 'kept',
  })
})

test('nothing is loaded without a DSN, and with one an error is reported to it', async () => {
  const module = { startSentry: vi.fn(), captureException: vi.fn() }
  const load = vi.fn(async () => module as never)
  startMonitoring(load)
  reportError(new Error('unheard'))
  expect(load).not.toHaveBeenCalled()
  document.head.insertAdjacentHTML('beforeend', '<meta name="sentry-dsn" content="https://k@sentry.example/1">')
  onTestFinished(() => document.querySelector('meta[name="sentry-dsn"]')?.remove())
  startMonitoring(load)
  const error = new Error('told')
  reportError(error)
  await vi.waitFor(() => expect(module.captureException).toHaveBeenCalledWith(error))
  expect(module.startSentry).toHaveBeenCalledWith('https://k@sentry.example/1')
})
