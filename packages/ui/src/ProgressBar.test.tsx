import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { ProgressBar } from './ProgressBar.tsx'

test('a bar is green once all of it is done, and never before', async () => {
  const screen = await render(
    <>
      <ProgressBar value={99.6} label="nearly" />
      <ProgressBar value={100} label="done" />
    </>,
  )
  const color = (label: string) => getComputedStyle(screen.getByLabelText(label).element()).color
  const good = document.createElement('span')
  good.style.color = 'var(--good)'
  document.body.append(good)
  const green = getComputedStyle(good).color
  good.remove()
  expect(color('done')).toBe(green)
  expect(color('nearly')).not.toBe(green)
})
