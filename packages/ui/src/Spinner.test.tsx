import { getDefaultStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { BlockingOverlay, createOverlay } from './overlays/BlockingOverlay.tsx'
import { Spinner } from './Spinner.tsx'

test('the spinner is large, red and in the centre', async () => {
  document.documentElement.dataset.theme = 'light'
  await render(<Spinner />)
  const ring = page.getByTestId('spinner').element()
  const box = ring.getBoundingClientRect()
  expect(ring.clientWidth).toBeGreaterThan(48)
  expect(Math.abs((box.left + box.right) / 2 - document.documentElement.clientWidth / 2)).toBeLessThan(12)
  const [red = 0, green = 0, blue = 0] = (getComputedStyle(ring).borderTopColor.match(/\d+/g) ?? []).map(Number)
  expect(red).toBeGreaterThan(180)
  expect(Math.max(green, blue)).toBeLessThan(80)
})

test('the blocking overlay covers the whole screen, and Escape does not lift it', async () => {
  await render(<BlockingOverlay label="Taking you to checkout" />)
  const dialog = document.querySelector('dialog')!
  const box = dialog.getBoundingClientRect()
  expect(dialog.matches(':modal')).toBe(true)
  expect([box.top, box.left, Math.round(box.height)]).toEqual([0, 0, innerHeight])
  const pressed = new Event('cancel', { cancelable: true })
  dialog.dispatchEvent(pressed)
  expect(pressed.defaultPrevented).toBe(true)
})

test('the overlay stays until the last of several tasks has ended, failed ones included', async () => {
  const overlay = createOverlay()
  let finish = () => {}
  const slow = overlay.showWhile('Slow', () => new Promise<void>((resolve) => (finish = resolve)))
  await expect(overlay.showWhile('Quick', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(getDefaultStore().get(overlay.atom)).toBe('Slow')
  finish()
  await slow
  expect(getDefaultStore().get(overlay.atom)).toBeNull()
})
