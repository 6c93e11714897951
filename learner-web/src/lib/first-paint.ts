const { promise, resolve } = Promise.withResolvers<void>()

/** Settles once the first screen is painted: what it can do without at first is fetched from then on. */
export const firstPaint = promise

/** To be called when the first screen stands in the page; the browser paints it next. */
export function tellFirstPaint(): void {
  requestAnimationFrame(() => setTimeout(resolve))
}
