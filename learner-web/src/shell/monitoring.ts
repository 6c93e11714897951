/** Error reporting, fetched and started only where the page names a DSN: `<meta name="sentry-dsn" content="…">`. */
import { scrubUrl } from './scrub-url.ts'

type Sentry = typeof import('@sentry/react')
let sentry: Promise<Sentry> | null = null

export function startMonitoring(): void {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="sentry-dsn"]')?.content
  if (!dsn) return
  sentry = import('@sentry/react').then((module) => {
    module.init(sentryOptions(module, dsn))
    return module
  })
  sentry.catch(() => undefined)
}

/** Tells the error reporting, if there is one, of an error that a screen has already dealt with. */
export function reportError(error: unknown): void {
  void sentry?.then((module) => module.captureException(error)).catch(() => undefined)
}

/** SPEC §9: everything is sampled, text not masked, media not blocked. Besides (DESIGN §6): inputs are masked, secrets are blocked, addresses scrubbed. */
export function sentryOptions(module: Pick<Sentry, 'browserTracingIntegration' | 'replayIntegration'>, dsn: string) {
  return {
    dsn,
    tracesSampleRate: 1,
    replaysSessionSampleRate: 1,
    replaysOnErrorSampleRate: 1,
    sendDefaultPii: false,
    integrations: [
      module.browserTracingIntegration(),
      module.replayIntegration({
        maskAllText: false,
        blockAllMedia: false,
        maskAllInputs: true,
        block: ['[data-sentry-block]'],
        beforeAddRecordingEvent: scrubDeep,
      }),
    ],
    beforeSend: scrubDeep,
    beforeSendTransaction: scrubDeep,
    beforeBreadcrumb: scrubDeep,
  }
}

/** Scrubs every address anywhere in what is about to leave the page. */
export function scrubDeep<T>(value: T): T {
  if (typeof value === 'string') return scrubUrl(value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => scrubDeep(item)) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubDeep(item)])) as T
}
