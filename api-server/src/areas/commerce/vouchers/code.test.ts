import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeCandidates, newCode } from './code.ts'

test('a code has 130 bits in groups, without letters that are easily confused', () => {
  for (let made = 0; made < 200; made++) expect(newCode()).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{6}$/)
})

test('a code is read regardless of case, spaces and dashes, with O as 0, and I and L as 1', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('lower', 'space', 'letter'), { maxLength: 3 }), (ways) => {
      const code = newCode()
      const typed = ways.reduce((text, way) => {
        if (way === 'lower') return text.toLowerCase()
        if (way === 'space') return `  ${text.replace(/-/g, ' ')} `
        return text.replace(/0/g, 'o').replace(/1/g, 'l')
      }, code)
      expect(codeCandidates(typed)).toContain(code)
    }),
  )
})
