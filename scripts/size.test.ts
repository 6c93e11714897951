import { expect, test } from 'vitest'
import { chunksOf } from './size.ts'

test('the first page has the entry with its static imports, each chunk once, and no lazy chunks', () => {
  const manifest = {
    'index.html': { file: 'index.js', isEntry: true, imports: ['_react', '_shared'] },
    _react: { file: 'react.js', imports: ['_shared'] },
    _shared: { file: 'shared.js', imports: ['index.html'] },
    'src/HomePage.tsx': { file: 'home.js', imports: ['_card', '_shared'] },
    _card: { file: 'card.js' },
    'src/ExamPage.tsx': { file: 'exam.js', imports: ['_player'] },
    _player: { file: 'player.js' },
    'src/look.css': { file: 'look.css', isEntry: true },
  }
  const files = chunksOf(manifest, (source, chunk) => chunk.isEntry === true || source === 'src/HomePage.tsx')
  expect(files.sort()).toEqual(['card.js', 'home.js', 'index.js', 'react.js', 'shared.js'])
})
