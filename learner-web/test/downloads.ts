import { vi } from 'vitest'

/** The names of the files that the browser was told to download. */
export function watchDownloads() {
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { names, stop: () => click.mockRestore() }
}
