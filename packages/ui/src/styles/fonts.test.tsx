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

test.each(['p', 'li', 'dd', 'td', 'h1', 'h2', 'textarea'])(
  'a right-to-left text in <%s> reads in its own direction',
  (tag) => {
    const element = document.createElement(tag)
    expect(getComputedStyle(document.body.appendChild(element)).unicodeBidi).toBe('plaintext')
    element.remove()
  },
)

test('brackets after a right-to-left name are on its left', () => {
  document.body.innerHTML = '<p>محمد علي (CCNA)</p>'
  const text = document.querySelector('p')?.firstChild as Text
  const leftOf = (index: number) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + 1)
    return range.getBoundingClientRect().left
  }
  expect(leftOf(text.length - 1)).toBeLessThan(leftOf(0))
  document.body.innerHTML = ''
})
