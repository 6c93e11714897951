import { expect, onTestFinished, test } from 'vitest'
import { cdp } from 'vitest/browser'
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

test('bars and marks stay in sight in forced colours', async () => {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
  onTestFinished(async () => void (await emulate('none')))
  await emulate('active')
  const screen = await render(
    <>
      <ProgressBar value={40} label="half" />
      <i data-testid="on" data-drawn="on" />
      <i data-testid="mark" data-drawn="mark" />
      <i data-testid="track" data-drawn="track" />
      <i data-testid="plain" />
    </>,
  )
  const bar = getComputedStyle(screen.getByLabelText('half').element())
  expect(bar.color).not.toBe(bar.backgroundColor)
  const drawn = (id: string) => getComputedStyle(screen.getByTestId(id).element()).backgroundColor
  expect(new Set(['on', 'mark', 'track', 'plain'].map(drawn)).size).toBe(4)
})
