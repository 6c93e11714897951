type Sentry = typeof import('./sentry.ts')
let sentry: Promise<Sentry> | null = null

/** Error reporting of both apps. Loaded and started only if the page has a DSN: `<meta name="sentry-dsn" content="…">`. */
export function startMonitoring(load: () => Promise<Sentry> = () => import('./sentry.ts')): void {
  const dsn = document.querySelector<HTMLMetaElement>('meta[name="sentry-dsn"]')?.content
  if (!dsn) return
  sentry = load().then((module) => {
    module.startSentry(dsn)
    return module
  })
  sentry.catch(() => undefined)
}

export function reportError(error: unknown): void {
  void sentry?.then((module) => module.captureException(error)).catch(() => undefined)
}
