import { expect, test, vi } from 'vitest'
import { getPreloadedAnswer, takePreloadedData } from './preloaded-data.ts'

test('preloaded answers are parsed once, and are available until the query client takes them', () => {
  const script = document.createElement('script')
  script.id = 'first-data'
  script.type = 'application/json'
  script.textContent = JSON.stringify([
    ['getHomePage', {}, { blocks: [] }],
    ['listBanners', {}, [{ id: 'b-1' }]],
  ])
  document.head.append(script)
  const parse = vi.spyOn(JSON, 'parse')
  expect(getPreloadedAnswer('getHomePage')).toEqual({ blocks: [] })
  expect(getPreloadedAnswer('listBanners')).toEqual([{ id: 'b-1' }])
  // The same object each time, so that nothing that depends on it renders again.
  expect(getPreloadedAnswer('listBanners')).toBe(getPreloadedAnswer('listBanners'))
  expect(takePreloadedData().map(([call]) => call)).toEqual(['getHomePage', 'listBanners'])
  expect(parse).toHaveBeenCalledTimes(1)
  expect(getPreloadedAnswer('getHomePage')).toBeUndefined()
  expect(getPreloadedAnswer('listBanners')).toBeUndefined()
  parse.mockRestore()
  script.remove()
})
