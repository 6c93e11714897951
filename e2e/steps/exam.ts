import { readFileSync } from 'node:fs'

/** The commands of the exam's canary that find the flag in the vault, without those that only print another answer. */
export function findWayToVault(): string[] {
  const canary = readFileSync(
    new URL('../../content/demo/exams/azure-attack-path-specialist/canary.yaml', import.meta.url),
  )
  const [, , cross = '', climb = ''] = String(canary).split('  - flag: ')
  const commandsOf = (flag: string) =>
    [...flag.matchAll(/^ {6}- (.*)$/gm)].map(([, line = '']) => (line.startsWith('"') ? JSON.parse(line) : line))
  return [...commandsOf(cross).slice(0, -1), ...commandsOf(climb)]
}
