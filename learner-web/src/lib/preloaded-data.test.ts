import { expect, test, vi } from 'vitest'
import { getPreloadedAnswer, takePreloadedData } from './preloaded-data.ts'

test('preloaded answers are parsed once, and are available until the query client takes them', () => {
  const script = document.createElement('script')
  script.id = 'first-data'
  script.type = 'application/json'
  script.textContent = JSON.stringify([
    ['listCourses', {}, []],
    ['listBanners', {}, [{ id: 'b-1' }]],
  ])
  document.head.append(script)
  const parse = vi.spyOn(JSON, 'parse')
  expect(getPreloadedAnswer('listCourses')).toEqual([])
  expect(getPreloadedAnswer('listBanners')).toEqual([{ id: 'b-1' }])
  // The same object each time, so that nothing that depends on it renders again.
  expect(getPreloadedAnswer('listBanners')).toBe(getPreloadedAnswer('listBanners'))
  expect(takePreloadedData().map(([call]) => call)).toEqual(['listCourses', 'listBanners'])
  expect(parse).toHaveBeenCalledTimes(1)
  expect(getPreloadedAnswer('listCourses')).toBeUndefined()
  expect(getPreloadedAnswer('listBanners')).toBeUndefined()
  parse.mockRestore()
  script.remove()
})
