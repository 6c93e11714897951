import { absolute, namesIn } from '../desk/paths.ts'
import type { ShellState } from '../world.ts'
/** File completions for a word. */
export function completeFile(state: ShellState, word: string): string[] {
  const [, prefix = '', typed = word] = /^(fileb?:\/\/|@)?(.*)$/s.exec(word) ?? []
  const folder = typed.replace(/[^/]*$/, '')
  const names = namesIn(state, absolute(state, folder || '.'))
  const hidden = typed.slice(folder.length).startsWith('.')
  return names.filter((name) => hidden || !name.startsWith('.')).map((name) => `${prefix}${folder}${name}`)
}
