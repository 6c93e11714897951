import { expect, test } from 'vitest'
import { drawCover } from './cover-drawing.ts'

test('the same slug always gives the same drawing, another slug another', () => {
  expect(drawCover('aws-red-team')).toEqual(drawCover('aws-red-team'))
  expect(drawCover('aws-red-team').lines).not.toEqual(drawCover('aws-red-teams').lines)
})

test('the summit is always in the picture, and every line is a closed path of numbers', () => {
  for (let i = 0; i < 500; i += 1) {
    const { summit, lines, trail } = drawCover(`course-${i}`)
    expect(summit.x > 40 && summit.x < 360 && summit.y > 25 && summit.y < 120).toBe(true)
    expect([...lines, trail].join('')).not.toMatch(/NaN|Infinity/)
    expect(lines.every((line) => line.startsWith('M') && line.endsWith('Z'))).toBe(true)
  }
})
