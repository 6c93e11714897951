import { expect, test, vi } from 'vitest'

test('answers that the server wrote into the page are not fetched again', async () => {
  const script = document.createElement('script')
  script.id = 'first-data'
  script.type = 'application/json'
  script.textContent = JSON.stringify([
    ['getHomePage', {}, { blocks: [] }],
    ['getCourse', { slug: 'aws' }, { slug: 'aws' }],
  ])
  document.head.append(script)
  vi.resetModules()
  const { getPreloadedAnswer } = await import('./preloaded-data.ts')
  expect(getPreloadedAnswer('getHomePage')).toEqual({ blocks: [] })
  expect(getPreloadedAnswer('listBanners')).toBeUndefined()
  const { callQuery, queryClient } = await import('./query.ts')
  // From now on the query client has the answers, and may have newer ones.
  expect(getPreloadedAnswer('getHomePage')).toBeUndefined()
  const fetched = vi.spyOn(window, 'fetch')
  expect(await queryClient.fetchQuery(callQuery('getHomePage'))).toEqual({ blocks: [] })
  expect(await queryClient.fetchQuery(callQuery('getCourse', { slug: 'aws' }))).toEqual({ slug: 'aws' })
  expect(fetched).not.toHaveBeenCalled()
  script.remove()
})
