import * as sentry from '@sentry/react'

export function startSentry(dsn: string): void {
  sentry.init(sentryOptions(sentry, dsn))
}

export const { captureException } = sentry

/**
 * The sample rates, unmasked text and unblocked media are published. For privacy, inputs are also masked, elements with secrets blocked and addresses
 * scrubbed.
 */
export function sentryOptions(
  module: Pick<typeof sentry, 'browserTracingIntegration' | 'replayIntegration'>,
  dsn: string,
) {
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

/** Scrubs every address in an event before it is sent. */
export function scrubDeep<T>(value: T): T {
  if (typeof value === 'string') return scrubUrl(value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => scrubDeep(item)) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scrubDeep(item)])) as T
}

/** Removes secrets from an address: the query, the fragment (which contains mailed tokens), and a video token in the path. */
export function scrubUrl(text: string): string {
  if (!/^(https?:\/\/|\/)\S*$/.test(text)) return text
  return text.replace(/[?#].*$/, '').replace(/(\/videos\/)[^/]+/, '$1…')
}
