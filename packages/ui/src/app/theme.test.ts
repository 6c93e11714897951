import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, expect, test, vi } from 'vitest'
import { commands } from 'vitest/browser'
import { chooseTheme, chosenTheme, followTheme, THEME_KEY, themeAtom, themeChoiceAtom } from './theme.ts'

let stop = () => {}
afterEach(() => stop())

const { get } = getDefaultStore()
const shown = () => document.documentElement.dataset.theme

test('without a choice the theme follows the system live', async () => {
  await commands.preferScheme('light')
  stop = followTheme()
  expect(shown()).toBe('light')
  await commands.preferScheme('dark')
  await vi.waitFor(() => expect(shown()).toBe('dark'))
  expect(get(themeAtom)).toBe('dark')
  await commands.preferScheme('light')
  await vi.waitFor(() => expect(shown()).toBe('light'))
  expect(localStorage.getItem('theme')).toBeNull()
})

test('a choice is saved under the key theme, and overrides the system', async () => {
  await commands.preferScheme('light')
  stop = followTheme()
  chooseTheme('dark')
  expect(THEME_KEY).toBe('theme')
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(shown()).toBe('dark')
  stop()
  stop = followTheme()
  expect(shown()).toBe('dark')
  chooseTheme('light')
  expect(localStorage.getItem('theme')).toBe('light')
})

test('following the system again removes the choice', async () => {
  await commands.preferScheme('dark')
  stop = followTheme()
  chooseTheme('light')
  expect(get(themeChoiceAtom)).toBe('light')
  chooseTheme(null)
  expect(localStorage.getItem('theme')).toBeNull()
  expect([shown(), get(themeChoiceAtom)]).toEqual(['dark', null])
  await commands.preferScheme('light')
  await vi.waitFor(() => expect(shown()).toBe('light'))
})

test('a value other than dark or light is no choice', () => {
  localStorage.setItem('theme', 'purple')
  expect(chosenTheme()).toBeNull()
})

test('a choice made in another tab is shown here', () => {
  stop = followTheme()
  localStorage.setItem('theme', 'dark')
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect(shown()).toBe('dark')
})
