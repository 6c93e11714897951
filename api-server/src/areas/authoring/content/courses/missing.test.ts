import { expect, test } from 'vitest'
import { lacksAlternativeText } from './missing.ts'

test.each([
  ['![](a.png)', true],
  ['![ ][a]', true],
  ['![A map](a.png)', false],
  ['<img src="a.png">', true],
  ['<img src="a.png" alt="A map">', false],
  ['`![](a.png)`', false],
  ['``a ` ![](a.png)``', false],
  ['a ` and `` ![](a.png) ``` b', true],
  ['`a` ![](a.png) `b`', true],
  ['```\n![](a.png)\n```\n', false],
  ['```md\n![](a.png)\n~~~\n![](b.png)', false],
  ['````\n```\n![](a.png)\n````', false],
  ['~~~ ```\n![](a.png)\n~~~ \ntext', false],
  ['```\ncode\n```\n![](a.png)', true],
  ['```inline``` text\n![](a.png)', true],
])('%j shows a picture without a text: %s', (markdown, expected) => {
  expect(lacksAlternativeText(markdown)).toBe(expected)
})
