import { expect, test, vi } from 'vitest'

test('answers that the server wrote into the page are not asked for again', async () => {
  const script = document.createElement('script')
  script.id = 'first-data'
  script.type = 'application/json'
  script.textContent = JSON.stringify([
    ['listCourses', {}, []],
    ['getCourse', { slug: 'aws' }, { slug: 'aws' }],
  ])
  document.head.append(script)
  vi.resetModules()
  const { firstAnswer } = await import('./first-data.ts')
  expect(firstAnswer('listCourses')).toEqual([])
  expect(firstAnswer('listBanners')).toBeUndefined()
  const { ask, queryClient } = await import('./query.ts')
  // From now on the calls hold it, and what they hold may be newer.
  expect(firstAnswer('listCourses')).toBeUndefined()
  const fetched = vi.spyOn(window, 'fetch')
  expect(await queryClient.fetchQuery(ask('listCourses'))).toEqual([])
  expect(await queryClient.fetchQuery(ask('getCourse', { slug: 'aws' }))).toEqual({ slug: 'aws' })
  expect(fetched).not.toHaveBeenCalled()
  script.remove()
})
