import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areas } from '../../api-server/src/registry/features.ts'
import { sourceOf } from '../architecture/rules.ts'
import { root } from '../paths.ts'

const page = join(root, 'docs/architecture.md')
const BLOCK = /(?<=<!-- areas -->\n).*?(?=<!-- \/areas -->)/s

/** The architecture page as stored, and with a diagram of the current imports. */
export function drawn(): { page: string; was: string; is: string } {
  const was = readFileSync(page, 'utf8')
  return { page, was, is: was.replace(BLOCK, `\n${picture(importsBetweenAreas())}\n\n`) }
}

/** Diagram of the areas with their features. Arrows are imports; transitive ones are omitted. */
export function picture(imports: Map<string, Set<string>>): string {
  const reach = (from: string): string[] => [...(imports.get(from) ?? [])].flatMap((to) => [to, ...reach(to)])
  const arrows = [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reach(other).includes(to)))
      .map((to) => `  ${from} --> ${to}`),
  )
  const boxes = areas.map(({ name, features }) => {
    const rows = Array.from({ length: Math.ceil(features.length / 4) }, (_, row) =>
      features.slice(row * 4, row * 4 + 4),
    )
    const lines = rows.map((row) => row.map((feature) => feature.name).join(', '))
    return `  ${name}["<b>${name}</b><br>${lines.join('<br>')}"]`
  })
  return ['```mermaid', 'flowchart TB', ...boxes, ...arrows, '```'].join('\n')
}

/** For each area, from top to bottom, the other areas that it imports, in the same order. */
function importsBetweenAreas(): Map<string, Set<string>> {
  const areaOf = (path: string) => /^api-server\/src\/areas\/([^/]+)\//.exec(path)?.[1]
  const found = new Map<string, Set<string>>()
  for (const path of globSync('api-server/src/areas/**/*.{ts,tsx}', { cwd: root })) {
    const from = areaOf(path)
    if (!from || path.includes('.test.')) continue
    for (const target of sourceOf(path, readFileSync(join(root, path), 'utf8')).imports) {
      const to = areaOf(target)
      if (to && to !== from) found.set(from, (found.get(from) ?? new Set()).add(to))
    }
  }
  const order = areas.map(({ name }) => name)
  return new Map(order.map((from) => [from, new Set(order.filter((to) => found.get(from)?.has(to)))]))
}
