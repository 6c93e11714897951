/**
 * Measures on a running demo how long a learner waits for the first lesson of a course: from the address to a film that can play,
 * with an empty cache, on a slow 4G network (150 ms there and back, 1.6 Mbit/s): `node e2e/scripts/slow-network.ts http://localhost:3000 PASSWORD`.
 * Prints the median of its rounds, and what was loaded.
 */
import type { Page } from '@playwright/test'
import { launchBrowser, openPage, signInTo } from '../support/running-demo.ts'

const [origin = 'http://localhost:3000', password = ''] = process.argv.slice(2)
const ROUNDS = 7
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 }
const address = '/classroom/aws-red-team-foundations?section=identity&lesson=how-iam-decides'

const browser = await launchBrowser()
const times: number[] = []
try {
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openPage(browser, origin, { width: 390, height: 844 })
    await signInTo(page.request, origin, 'learner', password)
    times.push(await timeToPlay(page))
    if (round === ROUNDS - 1) await tellWhatWasLoaded(page)
    await page.context().close()
  }
} finally {
  await browser.close()
}
times.sort((a, b) => a - b)
console.log(`playable after ${times[Math.floor(ROUNDS / 2)]} ms in the median (${times.join(', ')})`)

async function timeToPlay(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await page.goto(origin + address, { waitUntil: 'commit' })
  const handle = await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA ? Math.round(performance.now()) : null
  })
  return (await handle.jsonValue()) ?? Number.NaN
}

async function tellWhatWasLoaded(page: Page) {
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, startTime, responseEnd, transferSize } = entry as PerformanceResourceTiming
      return `${Math.round(startTime)}–${Math.round(responseEnd)} ms ${(transferSize / 1000).toFixed(1)} kB ${name}`
    }),
  )
  console.log(files.join('\n'))
}
