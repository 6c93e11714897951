import { vi } from 'vitest'

/** Names of the files that the browser downloads. */
export function watchDownloads() {
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  return { names, stop: () => click.mockRestore() }
}
