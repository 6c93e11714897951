import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../test/app.tsx'

function setOnline(isOnline: boolean) {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

test('without a connection a page says that it waits, turns no spinner, and loads once the connection is back', async () => {
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'onLine')
    onlineManager.setOnline(true)
  })
  const { inputsOf } = await open('/faqs', { answers: { listBundles: [] } })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  setOnline(false)
  await expect.element(page.getByText(/^You are offline/)).toBeVisible()
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Bundles' }).click()
  await expect.element(page.getByText('Waiting for your connection')).toBeVisible()
  await expect.element(page.getByTestId('spinner')).not.toBeInTheDocument()
  expect(inputsOf('listBundles')).toEqual([])
  setOnline(true)
  await expect.poll(() => inputsOf('listBundles'), { timeout: 10_000 }).toHaveLength(1)
  await expect.element(page.getByText('Waiting for your connection')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^You are offline/)).not.toBeInTheDocument()
})
