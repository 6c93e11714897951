const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves after the first paint. Code that the first screen does not need is loaded then. */
export const firstPaint = promise

/** Called when the first screen is in the DOM; the browser paints it next. */
export function markFirstPaint(): void {
  requestAnimationFrame(() => setTimeout(resolve))
}
