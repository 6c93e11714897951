import { expect, test } from 'vitest'
import css from './tokens.css?raw'

/** Which inks may be on which surfaces. */
const pairs = [
  ...['ink', 'ink-2', 'ink-3', 'signal', 'good', 'warn', 'info'].flatMap((ink) =>
    ['paper', 'surface', 'sunken'].map((surface) => [ink, surface] as const),
  ),
  ...['signal', 'good', 'warn', 'info'].map((ink) => [ink, `${ink}-soft`] as const),
  ['on-signal', 'signal'],
  ['on-signal', 'signal-hover'],
] as const

const [, light = '', dark = ''] = /:root \{(.*?)\n\}.*?data-theme="dark"\] \{(.*?)\n\}/s.exec(css) ?? []

test.each([
  ['light', light],
  ['dark', dark],
])('each ink has a contrast of 4.5:1 on each of its surfaces, in the %s theme', (_, block) => {
  const colors = new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
  const pale = pairs.flatMap(([ink, surface]) => {
    const contrast = contrastOf(colors.get(ink) ?? '', colors.get(surface) ?? '')
    return contrast >= 4.5 ? [] : [`${ink} on ${surface}: ${contrast.toFixed(2)}`]
  })
  expect(pale).toEqual([])
})

/** As WCAG 2.2 defines it. */
function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
