import './base.css'
import { expect, test } from 'vitest'

test.each([
  ['Latin', 'Zazu'],
  ['Polish', 'żółć'],
  ['Vietnamese', 'ế'],
  ['Russian', 'Ж'],
  ['Greek', 'Ω'],
])('a %s name is set in the brand’s face', async (_, text) => {
  const faces = await document.fonts.load('700 36px "Inter Variable"', text)
  expect(faces.map(({ status }) => status)).toContain('loaded')
})

test('a page in plain Latin fetches one file of it', async () => {
  expect(await document.fonts.load('400 16px "Inter Variable"', 'Plain words, 2026')).toHaveLength(1)
})
