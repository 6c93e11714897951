import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { createToastList, Toasts, type ToastType } from './Toasts.tsx'

afterEach(() => void vi.useRealTimers())

const types: ToastType[] = ['success', 'failure', 'info', 'warning']

test('toasts of all four types show at the top right', async () => {
  await render(<Toasts toasts={types.map((type, id) => ({ id, type, content: `A ${type}` }))} onClose={() => {}} />)
  for (const type of types) await expect.element(page.getByText(`A ${type}`)).toBeVisible()
  expect([...document.querySelectorAll('[data-type]')].map((toast) => toast.getAttribute('data-type')).sort()).toEqual(
    [...types].sort(),
  )
  const box = document.querySelector('section')!.getBoundingClientRect()
  expect(box.top).toBeLessThan(80)
  expect(document.documentElement.clientWidth - box.right).toBeLessThan(40)
})

test('success and information are announced politely, problems immediately', async () => {
  await render(<Toasts toasts={types.map((type, id) => ({ id, type, content: type }))} onClose={() => {}} />)
  const region = (type: ToastType) =>
    document.querySelector(`[data-type=${type}]`)?.closest('[aria-live]')?.getAttribute('aria-live')
  expect(types.map(region)).toEqual(['polite', 'assertive', 'polite', 'assertive'])
})

test('a toast may carry a link, by target and text', async () => {
  await render(
    <Toasts
      toasts={[{ id: 1, type: 'info', content: 'Bought.', link: { to: '/vouchers', text: 'See vouchers' } }]}
      onClose={() => {}}
    />,
  )
  await expect.element(page.getByRole('link', { name: 'See vouchers' })).toHaveAttribute('href', '/vouchers')
})

test('a toast can be closed', async () => {
  const closed: number[] = []
  await render(<Toasts toasts={[{ id: 7, type: 'failure', content: 'No.' }]} onClose={(id) => closed.push(id)} />)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(closed).toEqual([7])
})

test('a success closes by itself, a failure waits to be closed', async () => {
  // The pointer may still be where the test before clicked: a toast that opens under it does not close.
  await page.elementLocator(document.documentElement).hover({ position: { x: 1, y: 1 } })
  vi.useFakeTimers()
  const closed: number[] = []
  await render(
    <Toasts
      toasts={[
        { id: 1, type: 'success', content: 'Saved.' },
        { id: 2, type: 'failure', content: 'Not saved.' },
      ]}
      onClose={(id) => closed.push(id)}
    />,
  )
  // The timer is set by an effect, which a busy machine may run after the first paint.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  vi.advanceTimersByTime(60_000)
  expect(closed).toEqual([1])
})

test('the same toast shown twice is on the screen once', () => {
  const toasts = createToastList()
  toasts.show({ type: 'info', content: 'Hello' })
  const second = toasts.show({ type: 'info', content: 'Hello' })
  expect(
    getDefaultStore()
      .get(toasts.atom)
      .map(({ id }) => id),
  ).toEqual([second])
  toasts.close(second)
  expect(getDefaultStore().get(toasts.atom)).toEqual([])
})
