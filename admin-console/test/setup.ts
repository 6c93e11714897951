import '@flagyard/ui/base.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'

/** Warnings of React and MUI. Failed calls, which react-admin also logs, are made on purpose in tests. */
const warnings: string[] = []
const warn = (...words: unknown[]) => {
  if (words[0] instanceof Error) return
  warnings.push(words.map(String).join(' '))
}

beforeEach(async () => {
  if (innerWidth !== 1280 || innerHeight !== 860) await page.viewport(1280, 860)
  localStorage.clear()
  sessionStorage.clear()
  warnings.length = 0
  vi.spyOn(console, 'error').mockImplementation(warn)
  vi.spyOn(console, 'warn').mockImplementation(warn)
})

afterEach(() => {
  vi.restoreAllMocks()
  expect(warnings).toEqual([])
})
