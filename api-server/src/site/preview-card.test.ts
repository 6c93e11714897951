import { expect, test } from 'vitest'
import { LONGEST_NAME, NAMES } from '../../test/fixtures/documents.ts'
import { drawCard } from './preview-card.ts'

const outlinesOf = async (title: string) => {
  const svg = await drawCard({ cover: 'roles', label: '', title, words: '' })
  return [...svg.matchAll(/<path fill="#fff" [^>]*d="([^"]+)"/g)].map(([, outline = '']) => outline)
}
const nothing = await outlinesOf('')

test.each(Object.entries(NAMES))('the preview picture shows every letter of a name in %s', async (_, name) => {
  const outlines = (await outlinesOf(name)).slice(nothing.length)
  const letters = [...new Intl.Segmenter().segment(name.replace(/\s/g, ''))]
  expect(outlines.length).toBeGreaterThanOrEqual(letters.length)
})

test('the preview picture shows all letters of the longest name', async () => {
  expect(await outlinesOf(LONGEST_NAME)).toHaveLength(nothing.length + LONGEST_NAME.length)
})

test('emoji without a font leave neither a gap nor a box', async () => {
  expect(await outlinesOf('Ada 👩‍👩‍👧 Ån')).toEqual(await outlinesOf('Ada Ån'))
})
