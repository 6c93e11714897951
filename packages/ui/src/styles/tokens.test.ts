import { contrastOf, themeColours } from '@flagyard/api-types/brand/contrast'
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

test('each ink has a contrast of 4.5:1 on each of its surfaces, in both themes', () => {
  const pale = Object.entries({ light, dark }).flatMap(([theme, block]) => {
    const colors = new Map(
      [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
    )
    return pairs.flatMap(([ink, surface]) => {
      const contrast = contrastOf(colors.get(ink) ?? '', colors.get(surface) ?? '')
      return contrast >= 4.5 ? [] : [`${ink} on ${surface}, ${theme}: ${contrast.toFixed(2)}`]
    })
  })
  expect(pale).toEqual([])
})

test.each([
  ['light', light],
  ['dark', dark],
] as const)('accent colours are checked on the surfaces of the %s theme', (theme, block) => {
  const surfaces = ['paper', 'surface', 'sunken'].map((name) => new RegExp(`--${name}: (#\\w+);`).exec(block)?.[1])
  expect(themeColours[theme].surfaces).toEqual(surfaces)
})
