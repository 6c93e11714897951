import { expect, test } from 'vitest'
import { picture } from './areas.ts'

test('the diagram has all areas, and omits transitive arrows', () => {
  const imports = new Map([
    ['operations', new Set(['support', 'platform'])],
    ['support', new Set(['catalogue', 'platform'])],
    ['catalogue', new Set(['platform'])],
  ])
  const drawing = picture(imports)
  expect(drawing.match(/^ {2}\w+\["<b>/gm)).toHaveLength(9)
  expect(drawing.match(/\w+ --> \w+/g)).toEqual([
    'operations --> support',
    'support --> catalogue',
    'catalogue --> platform',
  ])
})
